/** Tests quiz content from the uploaded file to the assessment. */
import { quizExample } from '@apogee/contracts/assessments/quiz-file.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const bytes = (content: unknown) =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
const upload = (content: unknown, name = 'Orbits.json') =>
  uploadFile(school.server, school.teacher, bytes(content), name, 'quiz')

async function quizItem(content: unknown = quizExample) {
  const course = await school.makeCourse(school.teacher)
  const module = await school.makeContent(school.teacher, course.id, { isPublished: true })
  const { url } = await upload(content)
  const { body, status } = await school.server.call('createResource', {
    body: { courseContentId: module.id, filePath: url, fileType: 'quiz', title: 'Orbit quiz' },
    as: school.teacher,
  })
  expect(status).toBe(201)
  return { courseId: course.id, resource: body.data, url }
}

describe('a quiz file', () => {
  test('a quiz file in the documented format is accepted as an upload', async () => {
    const answer = await upload(quizExample)
    expect(answer.status).toBe(201)
    expect(answer.body.data?.contentType).toBe('application/json')
  })

  const [choice, trueFalse, coding] = quizExample.questions
  test.each<[string, unknown, string]>([
    ['is not JSON', '{"title": ', 'file: is not JSON'],
    ['is no object', '[]', 'file: must be an object with title and questions'],
    ['has no questions', { title: 'Empty', questions: [] }, 'questions: must have at least one item'],
    ['has a blank title', { ...quizExample, title: ' ' }, 'title: must not be empty'],
    ['has no title', { questions: [trueFalse] }, 'title: is missing'],
    ['has a number for a title', { ...quizExample, title: 7 }, 'title: must be text'],
    [
      'has a question of no known type',
      { ...quizExample, questions: [{ ...choice, type: 'essay' }] },
      'questions.0.type: must be multiple-choice, multiple-answers, true-false, short-answer, numeric, matching, ordering, coding or hand-in',
    ],
    [
      'has an answer that is none of the options',
      { ...quizExample, questions: [trueFalse, { ...choice, answer: 'At noon' }] },
      'questions.1.answer: must be one of the options',
    ],
    [
      'has a pass mark above 100',
      { ...quizExample, passPercentage: 101 },
      'passPercentage: must be a whole number from 1 to 100',
    ],
    [
      'has the same option twice',
      { ...quizExample, questions: [{ ...choice, options: ['a', 'a'], answer: 'a' }] },
      'questions.0.options: must all be different',
    ],
    [
      'is worth nothing',
      { ...quizExample, questions: [{ ...trueFalse, points: 0 }] },
      'questions.0.points: must be a whole number from 1 to 100',
    ],
    [
      'asks for a function whose name is none',
      { ...quizExample, questions: [{ ...coding, function: 'a b' }] },
      'questions.0.function: must be the name of a function',
    ],
    [
      'has a test that expects nothing',
      { ...quizExample, questions: [{ ...coding, tests: [{ arguments: [] }] }] },
      'questions.0.tests.0.expected: is required',
    ],
    [
      'misspells a field',
      { ...quizExample, questions: [{ ...trueFalse, explain: 'x' }] },
      'questions.0: does not know explain',
    ],
    [
      'lasts longer than eight hours',
      { ...quizExample, timeLimitMinutes: 481 },
      'timeLimitMinutes: must be a whole number from 1 to 480',
    ],
    [
      'nests without end',
      `{"title":"x","questions":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      'file: is nested too deeply',
    ],
    [
      'nests a test too deeply',
      `{"title":"x","questions":[{"type":"coding","question":"x","points":1,"function":"f","tests":[{"arguments":[${'['.repeat(50)}${']'.repeat(50)}],"expected":1}]}]}`,
      'questions.0.tests.0.arguments.0: must be nested at most 20 levels deep',
    ],
    ['holds a NUL', JSON.stringify({ ...quizExample, title: 'a\u0000b' }), 'file: must not contain \\u0000'],
    ['is too large', { ...quizExample, title: 'x'.repeat(300_000) }, 'file: must be at most 256 kB'],
  ])('a quiz file that %s is refused with place and reason', async (_, content, sentence) => {
    const { status, body } = await upload(content)
    expect([status, body.errorCode]).toEqual([422, 'QUIZ_INVALID'])
    expect(body.error).toContain(sentence)
  })

  test('a file of another name or kind is not a quiz', async () => {
    const { status, body } = await upload(quizExample, 'quiz.pdf')
    expect(status).toBe(415)
    expect(body.error).toBe('Unsupported file type. Only JSON quiz files are allowed.')
  })

  test('a quiz file can be uploaded only by teachers', async () => {
    const { status } = await uploadFile(school.server, school.student, bytes(quizExample), 'q.json', 'quiz')
    expect(status).toBe(403)
  })
})

describe('a quiz item', () => {
  test('a quiz item accepts a quiz file only, and no other item does', async () => {
    const { courseId, url } = await quizItem()
    const module = await school.makeContent(school.teacher, courseId)
    const create = async (fileType: 'video' | 'pdf' | 'other', filePath: string) =>
      (
        await school.server.call('createResource', {
          body: { courseContentId: module.id, filePath, fileType },
          as: school.teacher,
        })
      ).body
    for (const fileType of ['video', 'pdf', 'other'] as const) {
      expect((await create(fileType, url)).error).toBe(
        'fileType: does not fit the uploaded file (application/json)',
      )
    }
  })

  test("a quiz item becomes its course's assessment when first opened, once", async () => {
    const { courseId, resource } = await quizItem()
    await school.enrol(school.student, courseId)
    const opened = await Promise.all(
      [1, 2, 3].map(() =>
        school.server.call('readResourceAssessment', { params: { id: resource.id }, as: school.student }),
      ),
    )
    expect(new Set(opened.map(({ body }) => body.data.id)).size).toBe(1)
    expect(opened[0]?.body.data).toMatchObject({
      title: 'Orbit quiz',
      timeLimitSeconds: 1200,
      questionCount: 3,
      totalPoints: 35,
      lesson: { courseId, resourceId: resource.id },
    })
  })

  test('a quiz item never serves its file to a learner, because it holds the answers', async () => {
    const { courseId, resource, url } = await quizItem()
    await school.enrol(school.student, courseId)
    const answers = [
      await school.server.call('readCourse', { params: { courseId }, as: school.student }),
      await school.server.call('listCourseContents', { params: { courseId }, query: {}, as: school.student }),
    ]
    for (const { raw } of answers) expect(raw.body).not.toContain('/media/')
    const publicId = url.split('/media/')[1]?.split('?')[0] ?? ''
    await school.server.call('updateResource', {
      params: { id: resource.id },
      body: { isPreview: true },
      as: school.teacher,
    })
    const student = {
      userId: school.student.id,
      sessionId: 1,
      hasFreshProof: true,
      mustSetUpSecondFactor: false,
      address: '',
      role: 'student',
      businessId: null,
      email: '',
      name: null,
      emailVerified: true,
    } as const
    for (const address of [school.server.services.media.signedUrl(student, publicId), `/media/${publicId}`]) {
      expect((await school.server.app.inject({ url: address })).statusCode).toBe(403)
    }
    const opened = await school.server.app.inject({ url })
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, no-store'])
  })

  test('an item that is not a quiz has no assessment', async () => {
    const course = await school.makeCourse(school.teacher)
    const module = await school.makeContent(school.teacher, course.id)
    const sheet = await school.makeResource(school.teacher, module.id)
    const { status, body } = await school.server.call('readResourceAssessment', {
      params: { id: sheet.id },
      as: school.teacher,
    })
    expect([status, body.errorCode]).toEqual([404, 'ASSESSMENT_NOT_FOUND'])
  })

  test('deleting a quiz item deletes its assessment', async () => {
    const { resource } = await quizItem()
    const { body } = await school.server.call('readResourceAssessment', {
      params: { id: resource.id },
      as: school.teacher,
    })
    await school.server.call('deleteResource', { params: { id: resource.id }, as: school.teacher })
    const gone = await school.server.call('readAssessment', {
      params: { id: body.data.id },
      as: school.teacher,
    })
    expect(gone.body.errorCode).toBe('ASSESSMENT_NOT_FOUND')
  })
})
