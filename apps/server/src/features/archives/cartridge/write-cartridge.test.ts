import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { draftOfQuiz } from '@apogee/contracts/assessments/quiz-draft.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { readXml } from '#server/platform/xml/read-xml.ts'
import { confirmed, document, examined, exported, filesIn, makeWholeCourse, paragraph } from '../testing.ts'

let school: TestSchool
let wholeCourse: number
beforeAll(async () => {
  school = await startTestSchool()
  wholeCourse = await makeWholeCourse(school.server, school.teacher)
})
afterAll(() => school.server.stop())

const begun = (
  courseId: number,
  as: TestPerson,
  format: 'course' | 'cartridge',
  language: 'en' | 'ms' = 'en',
) => school.server.call('exportCourse', { params: { id: courseId }, body: { format, language }, as })

const cartridgeOf = (courseId: number) => exported(school.server, school.teacher, courseId, 'cartridge')

test('both formats have the same rights, and an address serves the format that was asked for', async () => {
  const { server, teacher, lone, student } = school
  const kinds = { course: ['.zip', 'course.json'], cartridge: ['.imscc', 'imsmanifest.xml'] } as const
  for (const format of ['course', 'cartridge'] as const) {
    const { status, body } = await begun(wholeCourse, teacher, format)
    const [extension, first] = kinds[format]
    expect([status, body.data.name.endsWith(extension)]).toEqual([201, true])
    const answer = await server.app.inject({ url: body.data.url })
    expect(answer.headers['content-disposition']).toContain(`filename="course${extension}"`)
    expect(answer.rawPayload.length).toBe(body.data.bytes)
    expect(Object.keys(await filesIn(answer.rawPayload))[0]).toBe(first)
    expect((await begun(wholeCourse, lone, format)).status).toBe(404)
    expect((await begun(wholeCourse, student, format)).status).toBe(404)
  }
  const other = await server.call('exportCourse', {
    params: { id: wholeCourse },
    body: { format: 'scorm' } as never,
    as: teacher,
  })
  expect(other.status).toBe(400)
})

test('everything that a cartridge cannot hold is named in the asked language, also in the cartridge', async () => {
  const { data } = (await begun(wholeCourse, school.teacher, 'cartridge')).body
  const lines = data.leftOut.map(({ place, text }) => `${place}: ${text}`)
  expect(data.leftOutCount).toBe(lines.length)
  expect(lines).toEqual(
    expect.arrayContaining([
      '1. Begin › A film: The exercise of the lesson is left out',
      '1. Begin › A film: The question after the video is left out',
      '1. Begin › A film: The chapters of the video are left out',
      '1. Begin › Everything: Changes that are not published are left out',
      '1. Begin › Everything › Match: A question of this kind is left out',
      '1. Begin › Not yet: This is not published, and is left out',
      'Later: This is not published, and is left out',
    ]),
  )
  const list = String((await filesIn(await cartridgeOf(wholeCourse)))['left-out.txt'])
  for (const line of lines) expect(list).toContain(`- ${line.replace(/^: /, '')}\n`)
  const malay = (await begun(wholeCourse, school.teacher, 'cartridge', 'ms')).body.data
  expect(malay.leftOut.at(-1)).toEqual({ place: 'Later', text: 'Ini belum diterbitkan, dan ditinggalkan' })
})

test('a cartridge is the same at each export, declares each file once, and holds no secret of the author', async () => {
  const zip = await cartridgeOf(wholeCourse)
  expect((await cartridgeOf(wholeCourse)).equals(zip)).toBe(true)
  const files = await filesIn(zip)
  const { 'imsmanifest.xml': manifest = '', ...others } = files
  const declared = [...String(manifest).matchAll(/<file href="([^"]+)"/g)].map(([, href = '']) =>
    decodeURI(href),
  )
  expect(declared.toSorted()).toEqual(Object.keys(others).toSorted())
  const ids = [...String(manifest).matchAll(/ identifier="([^"]+)"/g)].map(([, id = '']) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const written = Object.entries(files).filter(([path]) => /\.(?:xml|html|txt)$/.test(path))
  for (const [path, content] of written) {
    if (path.endsWith('.xml')) readXml(String(content))
    // These words occur only in the exercise of a video, in a draft, and in an unpublished lesson.
    expect(String(content)).not.toMatch(/a \+ 1|Beyond Markdown|Draft\.png/)
  }
})

test('videos in texts and lessons come back with their captions', async () => {
  const found = await examined(school.server, school.teacher, await cartridgeOf(wholeCourse), 'Course.imscc')
  expect(found.problems).toEqual([])
  // A video that a text plays becomes a lesson in a module of its own.
  expect(found.preview?.counts).toEqual({
    modules: 2,
    texts: 1,
    videos: 3,
    documents: 0,
    quizzes: 2,
    captions: 2,
    pictures: 1,
  })
})

const bareLink = (href: string): LessonDocument['content'][number] => ({
  type: 'paragraph',
  content: [{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }],
})

/**
 * Makes a published course with everything that a cartridge can contain. Its titles and texts contain characters that XML must
 * escape.
 */
async function makeCourse(text: LessonDocument, quiz: QuizFile): Promise<number> {
  const { server, teacher } = school
  const { id } = await school.makeCourse(teacher, {
    title: `Tom & "Ann's" <b> 🚀 ש`,
    description: 'Two\nlines',
  })
  for (const title of ['Modul <1> & "2"', 'مرحبا']) {
    const made = await server.call('createContent', {
      body: { courseId: id, title, description: '', isPublished: true },
      as: teacher,
    })
    const module = { params: { id: made.body.data.id } }
    const lesson = await server.call('createLessonText', {
      ...module,
      body: { title: `${title} ]]>` },
      as: teacher,
    })
    const params = { id: lesson.body.data.id }
    await server.call('publishLessonText', { params, body: { document: text }, as: teacher })
    const link = await server.call('createLessonText', {
      ...module,
      body: { title: 'Elsewhere' },
      as: teacher,
    })
    await server.call('publishLessonText', {
      params: { id: link.body.data.id },
      body: { document: document(bareLink('https://example.com/?a=1&b=2')) },
      as: teacher,
    })
    const asked = await server.call('createQuiz', { ...module, body: { title: quiz.title }, as: teacher })
    const body = { quiz: draftOfQuiz(quiz, (at) => `key-${at}`) }
    await server.call('publishQuiz', { params: { id: asked.body.data.id }, body, as: teacher })
  }
  return id
}

test('a course comes back from its cartridge with modules, titles, texts, questions, keys and points', async () => {
  const text = document(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A < B & "C"' }] },
    paragraph('שלום 🚀 \\(no formula\\)'),
    { type: 'codeBlock', attrs: { language: 'sql' }, content: [{ type: 'text', text: 'SELECT 1 < 2;\n' }] },
    { type: 'callout', attrs: { kind: 'warning' }, content: [paragraph('Careful')] },
    { type: 'formulaBlock', attrs: { tex: 'a < b' } },
  )
  const quiz: QuizFile = {
    title: 'Kuiz <&>',
    timeLimitMinutes: 45,
    attemptsAllowed: 3,
    shuffleOptions: true,
    questions: [
      {
        type: 'multiple-choice',
        question: 'Which <b>?\nOne & one',
        points: 7,
        options: ['<i>', '"', "a  'b'"],
        answer: '"',
        feedback: ['No <i>', '', ''],
        explanation: 'Because.',
      },
      {
        type: 'multiple-answers',
        question: 'Both?',
        points: 100,
        options: ['a', 'b', 'c'],
        answers: ['a', 'c'],
        partial: true,
      },
      { type: 'true-false', question: 'So?', points: 1, answer: false },
      { type: 'short-answer', question: 'Word?', points: 2, answers: ['Mars', 'Marikh & co'] },
      { type: 'hand-in', question: 'Essay?', points: 50, explanation: 'Read it again.' },
    ],
  }
  const course = await makeCourse(text, quiz)
  const zip = await cartridgeOf(course)
  const found = await examined(school.server, school.teacher, zip, 'Course.imscc')
  expect(found.problems).toEqual([])
  expect(found.preview?.leftOut).toEqual([{ path: 'left-out.txt', reason: 'unused-file', detail: '' }])
  const done = await confirmed(school.server, school.teacher, found.id)
  expect(done).toMatchObject({ state: 'done', problems: [] })
  expect(await contentsOf(done.courseId ?? 0)).toEqual(await contentsOf(course))
})

/** Returns the parts of a course that survive an export as a cartridge, as a course archive contains them. */
async function contentsOf(courseId: number) {
  const files = await filesIn(await exported(school.server, school.teacher, courseId))
  const jsonAt = (path: string | null | undefined) =>
    path ? (JSON.parse(String(files[path])) as object) : null
  const { course, modules } = jsonAt('course.json') as {
    course: { title: string; description: string; language: string | null }
    modules: { title: string; items: Record<'title' | 'kind' | 'text' | 'quiz', string>[] }[]
  }
  return {
    course: [course.title, course.description, course.language],
    modules: modules.map(({ title, items }) => ({
      title,
      items: items.map((item) => ({
        title: item.title,
        text: item.text && String(files[item.text]),
        quiz: jsonAt(item.quiz),
      })),
    })),
  }
}
