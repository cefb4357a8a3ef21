/** Creates courses to export and archives from files, for tests. */
import type { ExportFormat } from '@apogee/contracts/archives/archives.ts'
import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import { draftOfQuiz } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import type { CaptionForm } from '#server/features/courses/outline/captions.writing.ts'
import { captions, pdf, picture, uploadFile, video } from '#server/features/media/testing.ts'
import { scormPackage } from '#server/features/scorm/testing.ts'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { writeZip } from '#server/platform/zip/write-zip.ts'
import { archiveLimits } from './examine.ts'

/** Keys are paths; values are contents. */
export type Files = Record<string, string | Buffer>

export const zipOf = (files: Files): Promise<Buffer> =>
  buffer(
    writeZip(
      Object.entries(files).map(([path, content]) => {
        const bytes = Buffer.from(content)
        return { path, bytes: bytes.length, open: async () => Readable.from([bytes]) }
      }),
    ).stream,
  )

export async function filesIn(zip: Buffer): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-archive-'))
  try {
    const path = join(folder, 'course.zip')
    await writeFile(path, zip)
    return await withZip(path, archiveLimits, async (archive) => {
      const files: Record<string, Buffer> = {}
      for (const entry of archive.entries) files[entry.path] = await buffer(await archive.open(entry))
      return files
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const document = (...content: LessonDocument['content']): LessonDocument => ({ type: 'doc', content })
export const paragraph = (text: string): LessonDocument['content'][number] => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
})

/** The quiz has every kind of question. */
export const quiz: QuizFile = {
  title: 'Everything',
  timeLimitMinutes: 30,
  review: 'marks',
  passPercentage: 60,
  attemptsAllowed: 3,
  shuffleQuestions: true,
  shuffleOptions: true,
  groups: [{ name: 'Easy', draw: 1 }],
  questions: [
    {
      type: 'multiple-choice',
      question: 'Red?',
      points: 10,
      options: ['Sky', 'Rust'],
      answer: 'Rust',
      feedback: ['It is blue', ''],
      explanation: 'Iron oxide',
    },
    {
      type: 'multiple-answers',
      question: 'Planets?',
      points: 4,
      options: ['Mars', 'Moon', 'Venus'],
      answers: ['Mars', 'Venus'],
      partial: true,
    },
    { type: 'true-false', question: 'Seven is prime.', points: 5, answer: true },
    {
      type: 'short-answer',
      question: 'The red one?',
      points: 2,
      group: 'Easy',
      answers: ['Mars', 'Marikh'],
      matchCase: true,
    },
    { type: 'numeric', question: 'Pi?', points: 2, group: 'Easy', answer: 3.14, tolerance: 0.01 },
    {
      type: 'matching',
      question: 'Match',
      points: 3,
      distractors: ['Io'],
      partial: true,
      pairs: [
        { prompt: 'Earth', match: 'Moon' },
        { prompt: 'Mars', match: 'Phobos' },
      ],
    },
    { type: 'ordering', question: 'By size', points: 3, items: ['Moon', 'Earth', 'Jupiter'] },
    {
      type: 'coding',
      question: 'Double',
      points: 20,
      function: 'double',
      starterCode: '',
      tests: [{ arguments: [2], expected: 4 }],
    },
  ],
}

const text = document(
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Orbits' }] },
  { type: 'paragraph', content: [{ type: 'text', text: 'falls', marks: [{ type: 'bold' }] }] },
  paragraph('A body falls around another one.'),
)
/** Markdown cannot express empty paragraphs. */
const textBeyondMarkdown = document(paragraph('Before'), { type: 'paragraph' }, paragraph('After'))

/**
 * Creates a course with every kind of item and setting. If `items` is given, further items of the first kind are added up to this
 * total.
 */
export async function makeWholeCourse(server: TestApp, as: TestPerson, items = 0): Promise<number> {
  const call = async <T>(made: Promise<{ status: number; body: T }>): Promise<T> => {
    const { status, body } = await made
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }
  const cover = await uploadFile(server, as, await picture('png', 80, 45), 'Cover.png', 'cover')
  const form = { title: 'Orbits – “round & round”', description: 'How things\ngo round', image: cover.url }
  const facts = {
    price: 4900,
    category: 'Data Science',
    language: defaultLanguage,
    level: 'beginner',
    draft: true,
  } as const
  const course = await call(server.call('createCourse', { body: { ...form, ...facts }, as }))
  const { id } = course.data
  await call(
    server.call('updateCourse', {
      params: { id },
      body: { hasScratchpad: false, allowsOfflineVideo: true },
      as,
    }),
  )
  const salesPage = { subtitle: 'Round', outcomes: ['Fall'], faq: [{ question: 'Why?', answer: 'Mass' }] }
  await call(server.call('updateSalesContent', { params: { id }, body: salesPage, as }))
  const signer = { name: 'Aminah', role: 'Head of Training' }
  const certificate = { isOn: true, watchedPercent: 80, minutes: 90, signer }
  await call(server.call('saveCertificateRule', { params: { id }, body: certificate, as }))
  const module = (title: string, isPublished: boolean) =>
    call(
      server.call('createContent', { body: { courseId: id, title, description: 'About', isPublished }, as }),
    )
  const first = (await module('1. Begin', true)).data.id
  const second = (await module('Later', false)).data.id

  const film = await uploadFile(server, as, await video('mp4', 3), 'A film.mp4')
  const track = await uploadFile(server, as, captions, 'en.vtt', 'captions')
  const filmForm = { courseContentId: first, filePath: film.url, fileType: 'video', title: 'A film' } as const
  const tracks: CaptionForm[] = [{ language: defaultLanguage, url: track.url }]
  const lesson = await call(server.call('createResource', { body: { ...filmForm, captions: tracks }, as }))
  const exercise: Practice = {
    kind: 'exercise',
    language: 'javascript',
    prompt: 'Add',
    starter: 'const a = 1',
    checks: [{ expression: 'a + 1', expected: '2' }],
  }
  const chapters = [{ atSeconds: 0, title: 'Start' }]
  const params = { id: lesson.data.id }
  await call(
    server.call('updateResource', { params, body: { isPreview: true, practice: exercise, chapters }, as }),
  )
  await makeRecall(server, as, lesson.data.id)
  await call(server.call('createResource', { body: { ...filmForm, title: 'The film again' }, as }))
  const sheet = await uploadFile(server, as, pdf(), 'Sheet.pdf')
  const sheetForm = {
    courseContentId: second,
    filePath: sheet.url,
    fileType: 'document',
    title: 'Sheet',
  } as const
  await call(server.call('createResource', { body: sheetForm, as }))

  const played = await uploadFile(server, as, await scormPackage({ version: '1.2' }), 'Fire.zip', 'package')
  const packageForm = { filePath: played.url, title: 'Fire drill' }
  await call(server.call('createPackage', { params: { id: second }, body: packageForm, as }))

  const opening = { params: { id: second }, body: { opening: { afterItem: lesson.data.id } }, as }
  await call(server.call('updateContent', opening))
  await makeTexts(server, as, [first, second])
  await makeQuizzes(server, as, first)
  for (let at = 0; at < items; at++)
    await call(server.call('createLessonText', { params: { id: second }, body: { title: `Text ${at}` }, as }))
  return id
}

/** Returns the id in an upload's address, as texts reference the upload. */
export const fileOf = (url: string): string => /\/media\/([^/?]+)/.exec(url)?.[1] ?? ''

async function makeTexts(server: TestApp, as: TestPerson, [first, second]: [number, number]): Promise<void> {
  const file = await uploadFile(server, as, await picture('png', 60, 30), 'Ellipse.png', 'text-picture')
  const shown = { type: 'picture', attrs: { file: fileOf(file.url), alt: 'An [ellipse]' } } as const
  const sheet = await uploadFile(server, as, Buffer.from('1. Draw an ellipse.\n'), 'Sheet.md', 'text-file')
  const offered = { type: 'attachment', attrs: { file: fileOf(sheet.url), title: 'A [sheet]' } } as const
  const clip = await uploadFile(server, as, await video('mp4', 2), 'Orbit.mp4', 'text-video')
  const played = { type: 'video', attrs: { file: fileOf(clip.url), title: 'An [orbit]' } } as const
  const formula = { type: 'formulaBlock', attrs: { tex: 'T^2 \\propto a^3' } } as const
  const written: [number, string, LessonDocument][] = [
    [first, 'Why nothing falls', document(...text.content, shown, formula, offered, played)],
    [second, 'Beyond Markdown', textBeyondMarkdown],
  ]
  for (const [module, title, content] of written) {
    const { body } = await server.call('createLessonText', { params: { id: module }, body: { title }, as })
    const params = { id: body.data.id }
    await server.call('publishLessonText', { params, body: { document: content }, as })
    if (module === first) {
      const track = await uploadFile(server, as, captions, 'Orbit.vtt', 'captions')
      await server.call('saveTextVideoCaptions', {
        params: { ...params, file: played.attrs.file },
        body: { captions: [{ language: defaultLanguage, url: track.url }] },
        as,
      })
    }
    if (module === second)
      await server.call('saveLessonTextDraft', {
        params,
        body: { document: document(paragraph('Next'), shown) },
        as,
      })
  }
}

/** Asks a question with a picture after a video. */
async function makeRecall(server: TestApp, as: TestPerson, id: number): Promise<void> {
  const shown = await uploadFile(server, as, await picture('png', 45, 45), 'Recall.png', 'text-picture')
  const question = {
    ...newQuestion('true-false', 'recall'),
    question: 'Does it fall?',
    picture: { file: fileOf(shown.url), alt: 'A falling body' },
  }
  const { status, body } = await server.call('saveRecallQuestion', { params: { id }, body: { question }, as })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

async function makeQuizzes(server: TestApp, as: TestPerson, module: number): Promise<void> {
  const [shown, before] = [
    await uploadFile(server, as, await picture('png', 50, 40), 'Question.png', 'text-picture'),
    await uploadFile(server, as, await picture('png', 40, 50), 'Draft.png', 'text-picture'),
  ]
  const option = await uploadFile(server, as, await picture('png', 30, 30), 'Option.png', 'text-picture')
  const [first, ...others] = quiz.questions
  const ofOptions = [null, { file: fileOf(option.url), alt: 'Rust', isAlone: true as const }]
  const pictured: QuizFile = {
    ...quiz,
    questions: [
      ...(first?.type === 'multiple-choice'
        ? [
            {
              ...first,
              picture: { file: fileOf(shown.url), alt: 'A planet' },
              optionPictures: ofOptions,
            },
          ]
        : []),
      ...others,
    ],
  }
  const draft = draftOfQuiz(pictured, (index) => `key-${index}`)
  const { body } = await server.call('createQuiz', {
    params: { id: module },
    body: { title: 'Everything' },
    as,
  })
  const params = { id: body.data.id }
  await server.call('publishQuiz', { params, body: { quiz: draft }, as })
  const added = draftOfQuiz({ ...quiz, questions: quiz.questions.slice(2, 3) }, () => 'added')
  const drafted = { file: fileOf(before.url), alt: '' }
  const questions = [
    ...draft.questions.slice(1),
    ...added.questions.map((question) => ({ ...question, picture: drafted })),
  ]
  await server.call('saveQuizDraft', { params, body: { quiz: { ...draft, questions } }, as })
  await server.call('createQuiz', { params: { id: module }, body: { title: 'Not yet' }, as })
  const uploaded = await uploadFile(server, as, Buffer.from(JSON.stringify(quiz)), 'Quiz.json', 'quiz')
  const form = {
    courseContentId: module,
    filePath: uploaded.url,
    fileType: 'quiz',
    title: 'From a file',
  } as const
  await server.call('createResource', { body: form, as })
}

export async function exported(
  server: TestApp,
  as: TestPerson,
  courseId: number,
  format?: ExportFormat,
): Promise<Buffer> {
  const { status, body } = await server.call('exportCourse', {
    params: { id: courseId },
    body: { format },
    as,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const answer = await server.app.inject({ url: body.data.url })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.rawPayload
}

export async function examined(server: TestApp, as: TestPerson, zip: Buffer, name = 'Course.zip') {
  const { url } = await uploadFile(server, as, zip, name, 'archive')
  const begun = await server.call('beginCourseImport', { body: { filePath: url }, as })
  if (begun.status !== 201) throw new Error(JSON.stringify(begun.body))
  await server.jobs.runDueOnce()
  const { body } = await server.call('readLatestCourseImport', { as })
  if (!body.data) throw new Error('there is no import')
  return body.data
}

export async function confirmed(server: TestApp, as: TestPerson, id: number) {
  const { status, body } = await server.call('confirmCourseImport', { params: { id }, body: {}, as })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await server.jobs.runDueOnce()
  const read = await server.call('readLatestCourseImport', { as })
  if (!read.body.data) throw new Error('there is no import')
  return read.body.data
}
