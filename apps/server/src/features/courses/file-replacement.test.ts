import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import { captions, pdf, uploadFile, video } from '#server/features/media/testing.ts'
import { startTestSchool, type TestSchool } from './testing.ts'

let school: TestSchool
let server: TestApp
let teacher: TestPerson
let student: TestPerson
beforeAll(async () => {
  school = await startTestSchool()
  ;({ server, teacher, student } = school)
})
afterAll(() => server.stop())

const upload = async (content: Uint8Array, name: string, as = teacher) => {
  const { url } = await uploadFile(server, as, content, name, name.endsWith('.vtt') ? 'captions' : 'lesson')
  await server.jobs.runDueOnce()
  return url
}
const pathOf = (url: string | undefined) => url?.split('?')[0] ?? ''
const replace = (id: number, filePath: string, as: TestPerson = teacher) =>
  server.call('replaceResourceFile', { params: { id }, body: { filePath }, as })
const seenBy = async (as: TestPerson, courseId: number) =>
  (await server.call('readCourse', { params: { courseId }, as })).body.data.contents[0]?.resources[0]

/** Creates a published video lesson of 60 s with English captions, in a course in which the student is enrolled. */
async function startLesson() {
  const course = await school.makeCourse(teacher)
  const module = await school.makeContent(teacher, course.id, { isPublished: true })
  const filePath = await upload(await video('mp4', 60), 'first.mp4')
  const track = { language: 'en' as const, url: await upload(captions, 'en.vtt') }
  const { body } = await server.call('createResource', {
    body: { courseContentId: module.id, filePath, fileType: 'video', captions: [track] },
    as: teacher,
  })
  await school.enrol(student, course.id)
  return { courseId: course.id, id: body.data.id, filePath, captions: track.url }
}
const save = (id: number, body: object) =>
  server.call('saveResourceProgress', { params: { id }, body: body as never, as: student })

test('another video takes the place of a lesson’s, and its progress, notes, title and captions stay', async () => {
  const lesson = await startLesson()
  await save(lesson.id, { completed: true, position: 20, watched: [[0, 20]] })
  await server.call('saveNote', {
    params: { courseId: lesson.courseId, noteId: '3f0c5f5e-6f0a-4a8e-9d6b-0a8f1b2c3d5f' },
    body: { resourceId: lesson.id, text: 'Mine' },
    as: student,
  })
  const filePath = await upload(await video('mp4', 30), 'second.mp4')
  const { status, body } = await replace(lesson.id, filePath)
  expect([status, body.data.id, body.data.title]).toEqual([200, lesson.id, 'first'])
  const seen = await seenBy(student, lesson.courseId)
  expect(pathOf(seen?.filePath)).toBe(pathOf(filePath))
  expect(seen?.seconds).toBe(30)
  expect(seen?.captions?.map(({ language, url }) => [language, pathOf(url)])).toEqual([
    ['en', pathOf(lesson.captions)],
  ])
  expect((await server.app.inject({ url: seen?.filePath ?? '' })).statusCode).toBe(200)
  const { body: progress } = await server.call('courseProgress', {
    params: { courseId: lesson.courseId, userId: student.id },
    as: student,
  })
  expect(progress.data).toMatchObject({ completedLessons: 1, totalLessons: 1 })
  const notes = await server.call('listNotes', {
    params: { courseId: lesson.courseId },
    query: {},
    as: student,
  })
  expect(JSON.stringify(notes.body)).toContain('Mine')
})

test('the former file is deleted once nothing uses it, and the captions stay', async () => {
  const lesson = await startLesson()
  await replace(lesson.id, await upload(await video('mp4', 5), 'second.mp4'))
  const former = `/media/${pathOf(lesson.filePath).split('/').at(-1)}`
  const rows = () =>
    sql`SELECT FROM media WHERE '/media/' || public_id = ${former}`.execute(server.database.kysely)
  expect((await rows()).rows).toHaveLength(1)
  await sql`UPDATE media SET created_at = created_at - interval '8 days'`.execute(server.database.kysely)
  await server.services.media.sweep()
  expect((await rows()).rows).toHaveLength(0)
  const seen = await seenBy(student, lesson.courseId)
  expect((await server.app.inject({ url: seen?.captions?.[0]?.url ?? '' })).statusCode).toBe(200)
})

test('a copy of the lesson keeps the former file', async () => {
  const lesson = await startLesson()
  const copy = await server.call('copyResource', { params: { id: lesson.id }, body: {}, as: teacher })
  await replace(lesson.id, await upload(await video('mp4', 5), 'second.mp4'))
  const { body } = await server.call('readCourse', { params: { courseId: lesson.courseId }, as: teacher })
  const kept = body.data.contents[0]?.resources.find(({ id }) => id === copy.body.data.id)
  expect([pathOf(kept?.filePath), kept?.captions?.length]).toEqual([pathOf(lesson.filePath), 1])
})

test('time watched beyond the end of a shorter replacement video completes nothing', async () => {
  const lesson = await startLesson()
  await save(lesson.id, { position: 55, watched: [[20, 56]] })
  await replace(lesson.id, await upload(await video('mp4', 30), 'short.mp4'))
  expect((await save(lesson.id, { watched: [[18, 20]] })).body.completed).toBe(false)
  expect((await seenBy(student, lesson.courseId))?.progress).toMatchObject({
    position: 30,
    watched: [[18, 30]],
  })
  expect((await save(lesson.id, { watched: [[0, 18]] })).body.completed).toBe(true)
})

test('the same file again changes nothing, and the edit is recorded once', async () => {
  const lesson = await startLesson()
  const filePath = await upload(await video('mp4', 5), 'second.mp4')
  const [first, again] = [await replace(lesson.id, filePath), await replace(lesson.id, filePath)]
  expect(again.status).toBe(200)
  expect(again.body.data.version).toBe(first.body.data.version)
  const { rows } = await sql<{ by: number }>`
    SELECT (fields -> 'filePath' ->> 'by')::int AS by FROM edits
     WHERE kind = 'resource' AND object_id = ${lesson.id}`.execute(server.database.kysely)
  expect(rows).toEqual([{ by: teacher.id }])
})

test('a file of another kind, another person’s upload, a quiz and a text are refused', async () => {
  const lesson = await startLesson()
  const document = await replace(lesson.id, await upload(pdf(), 'notes.pdf'))
  expect(document.body.errorCode).toBe('VALIDATION')
  const foreign = await replace(lesson.id, await upload(await video('mp4', 5), 'theirs.mp4', school.lone))
  expect(foreign.body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
  const { body } = await server.call('readCourse', { params: { courseId: lesson.courseId }, as: teacher })
  const contentId = body.data.contents[0]?.id ?? 0
  for (const call of ['createQuiz', 'createLessonText'] as const) {
    const made = await server.call(call, { params: { id: contentId }, body: { title: 'x' }, as: teacher })
    const refused = await replace(made.body.data.id, await upload(pdf(), 'notes.pdf'))
    expect(refused.body.errorCode).toBe('VALIDATION')
  }
  expect(pathOf((await seenBy(teacher, lesson.courseId))?.filePath)).toBe(pathOf(lesson.filePath))
})

test('strangers and learners do not replace a file', async () => {
  const lesson = await startLesson()
  const filePath = await upload(await video('mp4', 5), 'second.mp4')
  const asked = await Promise.all([school.lone, student].map((as) => replace(lesson.id, filePath, as)))
  expect(asked.map(({ status }) => status)).toEqual([404, 403])
})
