import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let learner: TestPerson
let other: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
  learner = await server.person()
  other = await server.person()
})
afterAll(() => server.stop())

const get = (as: TestPerson, path: string, tag?: string) =>
  server.app.inject({
    url: `/api/community/discussions${path}`,
    headers: { authorization: `Bearer ${as.token}`, ...(tag !== undefined && { 'if-none-match': tag }) },
  })

async function studiedDiscussion() {
  const courseId = await community.courseWith(learner, { owner: await server.person('instructor') })
  await community.enrol(other, courseId)
  return { courseId, id: (await community.started(learner, { courseId })).id }
}

test('a discussion is sent again only after a change, and so are the lists that show it', async () => {
  const { courseId, id } = await studiedDiscussion()
  const paths = [`/${id}`, `?courseId=${courseId}`]
  const tags = async () =>
    Promise.all(paths.map(async (path) => String((await get(learner, path)).headers['etag'])))
  let before = await tags()
  const expectChange = async () => {
    for (const [index, path] of paths.entries()) {
      const answer = await get(learner, path, before[index])
      expect(answer.statusCode, path).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    before = await tags()
    for (const [index, path] of paths.entries()) {
      const known = await get(learner, path, before[index])
      expect([known.statusCode, known.body], path).toEqual([304, ''])
    }
  }
  const reply = (await community.answer(other, id)).body.data
  await expectChange()
  await server.call('voteForDiscussion', { params: { id }, as: other })
  await expectChange()
  await server.call('acceptPost', { params: { id: reply.id }, body: { accepted: true }, as: learner })
  await expectChange()
  await server.call('deletePost', { params: { id: reply.id }, as: other })
  await expectChange()
})

test('who may no longer study the course is refused, also with the tag of the last answer', async () => {
  const { courseId, id } = await studiedDiscussion()
  for (const path of [`/${id}`, `?courseId=${courseId}`]) {
    const tag = String((await get(other, path)).headers['etag'])
    expect((await get(other, path, tag)).statusCode).toBe(304)
    await sql`DELETE FROM enrolments WHERE user_id = ${other.id} AND course_id = ${courseId}`.execute(
      server.database.kysely,
    )
    expect((await get(other, path, tag)).statusCode).toBe(403)
    await community.enrol(other, courseId)
  }
})
