import type { LessonBlock, LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { captions, uploadFile, video } from '#server/features/media/testing.ts'

let server: TestApp
let author: TestPerson
let learner: TestPerson
let stranger: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  author = await server.person('instructor')
  learner = await server.person()
  stranger = await server.person()
  course = await makeCourse(server.database, { owner: author, contents: [{ resources: [{ seconds: 60 }] }] })
  await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'granted')`.execute(
    server.database.kysely,
  )
})
afterAll(() => server.stop())

const paragraph = (text: string): LessonBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const documentOf = (...content: LessonBlock[]): LessonDocument => ({ type: 'doc', content })
const withVideo = (file: string): LessonDocument =>
  documentOf(paragraph('Watch:'), { type: 'video', attrs: { file, title: 'An orbit' } })

async function newText(title = 'Why nothing falls'): Promise<number> {
  const params = { id: course.contents[0]?.id ?? 0 }
  const { status, body } = await server.call('createLessonText', { params, body: { title }, as: author })
  expect(status).toBe(201)
  return body.data.id
}
const publish = (id: number, document: LessonDocument) =>
  server.call('publishLessonText', { params: { id }, body: { document }, as: author })
const read = (id: number, as: TestPerson | null) => server.call('readLessonText', { params: { id }, as })
const readEdit = async (id: number) =>
  (await server.call('readLessonTextEdit', { params: { id }, as: author })).body.data
async function upload(as: TestPerson): Promise<string> {
  const { status, url } = await uploadFile(server, as, await video('mp4', 2), 'Orbit.mp4', 'text-video')
  expect(status).toBe(201)
  return /\/media\/([^/?]+)/.exec(url)?.[1] ?? ''
}
const openedBy = (by: TestPerson | null, file: string) => {
  const caller = by && ({ userId: by.id } as Parameters<typeof server.services.media.signedUrl>[0])
  return server.app.inject({ url: server.services.media.signedUrl(caller, file) })
}

const track = async (as: TestPerson, language: 'en' | 'ms' = 'en') => ({
  language,
  url: (await uploadFile(server, as, captions, `${language}.vtt`, 'captions')).url,
})
const save = (
  id: number,
  file: string,
  body: { captions: { language: 'en' | 'ms'; url: string }[]; version?: number },
  as = author,
) => server.call('saveTextVideoCaptions', { params: { id, file }, body, as })
const shownTo = async (id: number, as: TestPerson | null) =>
  (await read(id, as)).body.data.videos?.[0]?.captions
const fileAt = (url: string | undefined) => /\/media\/([^/?]+)/.exec(url ?? '')?.[1] ?? ''

test('captions open for those who may open the lesson, and are given before the text itself is saved, too', async () => {
  const id = await newText('Spoken')
  const file = await upload(author)
  const params = { id, file }
  const before = await server.call('readTextVideoCaptions', { params, as: author })
  expect(before.body.data).toEqual({ captions: [], version: 0 })
  const { status, body } = await save(id, file, { captions: [await track(author)], version: 0 })
  expect([status, body.data.version]).toEqual([200, 1])
  const words = fileAt(body.data.captions[0]?.url)
  expect((await openedBy(learner, words)).statusCode).toBe(403)
  await publish(id, withVideo(file))
  const shown = await shownTo(id, learner)
  expect(shown).toMatchObject([{ language: 'en' }])
  const answered = await server.app.inject({ url: shown?.[0]?.url ?? '' })
  expect([answered.statusCode, answered.body]).toEqual([200, captions.toString()])
  const answers = await Promise.all([author, stranger, null].map((by) => openedBy(by, words)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403])
  await server.call('updateResource', { params: { id }, body: { isPreview: true }, as: author })
  expect((await openedBy(null, words)).statusCode).toBe(200)
  expect((await readEdit(id)).videos?.[0]?.captions).toHaveLength(1)
})

test('captions stay with a copy of the text, and go with the video', async () => {
  const id = await newText()
  const file = await upload(author)
  await publish(id, withVideo(file))
  await save(id, file, { captions: [await track(author), await track(author, 'ms')] })
  const { body } = await server.call('copyResource', { params: { id }, body: {}, as: author })
  await publish(body.data.id, withVideo(file))
  await publish(id, documentOf(paragraph('Nothing.')))
  server.clock.advance(8 * 24 * 3_600_000)
  await server.services.media.sweep()
  const shown = await shownTo(body.data.id, learner)
  expect(shown?.map(({ language }) => language)).toEqual(['en', 'ms'])
  const words = fileAt(shown?.[0]?.url)
  expect((await openedBy(learner, words)).statusCode).toBe(200)
  await publish(body.data.id, documentOf(paragraph('Nothing here, too.')))
  await server.services.media.sweep()
  await server.services.media.sweep()
  expect((await openedBy(author, words)).statusCode).toBe(404)
})

test('an editor keeps the captions of another one, with one file for each language, and strangers change none', async () => {
  const id = await newText()
  const file = await upload(author)
  await publish(id, withVideo(file))
  const superadmin = await server.person('superadmin')
  const theirs = await save(id, file, { captions: [await track(superadmin)] }, superadmin)
  const [kept] = theirs.body.data.captions
  const both = await save(id, file, { captions: [...(kept ? [kept] : []), await track(author, 'ms')] })
  expect(both.body.data.captions.map(({ language }) => language)).toEqual(['en', 'ms'])
  const twice = await save(id, file, { captions: [await track(author), await track(author)] })
  expect(twice.status).toBe(400)
  const other = await server.person('instructor')
  const foreign = await save(id, file, { captions: [await track(other)] })
  expect([foreign.status, (foreign.body as { errorCode?: string }).errorCode]).toEqual([
    422,
    'FILE_NOT_AN_UPLOAD',
  ])
  expect((await save(id, file, { captions: [] }, other)).status).toBe(404)
  expect((await save(id, file, { captions: [] }, learner)).status).toBe(403)
  expect((await save(id, await upload(other), { captions: [] })).status).toBe(422)
  expect((await shownTo(id, learner))?.length).toBe(2)
})
