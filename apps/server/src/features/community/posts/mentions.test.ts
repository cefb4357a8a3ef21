import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createCommunityTesting } from '../community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let teacher: TestPerson
let asker: TestPerson
let helper: TestPerson
let stranger: TestPerson
let courseId: number
let discussionId: number

const named = async (role: 'student' | 'instructor', name: string) => {
  const person = await server.person(role, { isProven: true })
  await sql`UPDATE users SET name = ${name} WHERE id = ${person.id}`.execute(server.database.kysely)
  return person
}

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
})
beforeEach(async () => {
  teacher = await named('instructor', 'Priya Nair')
  asker = await named('student', 'Aisyah Rahman')
  helper = await named('student', 'Ali')
  stranger = await named('student', 'Siti')
  courseId = (await makeCourse(server.database, { owner: teacher, title: 'Orbits' })).id
  for (const person of [asker, helper, stranger]) await community.enrol(person, courseId)
  discussionId = (await community.started(asker, { courseId }, { title: 'Which orbit?' })).id
})
afterAll(() => server.stop())

const reply = async (as: TestPerson, body: string) => {
  const { data } = (await community.answer(as, discussionId, body)).body
  await server.jobs.runDueOnce()
  await server.jobs.runDueOnce()
  return data
}
const noticesOf = async (as: TestPerson) =>
  (await server.call('listNotifications', { query: {}, as })).body.data.map(({ kind, actorName }) => [
    kind,
    actorName,
  ])
const mailsTo = ({ email }: TestPerson) =>
  server.mails.filter((mail) => mail.to === email && mail.subject.includes('mentioned you'))
const peopleFor = async (as: TestPerson) =>
  (await community.read(as, discussionId)).body.data.people?.map(({ name }) => name)

test('a reply may name who takes part and who teaches, and nobody else', async () => {
  expect(await peopleFor(helper)).toEqual(['Aisyah Rahman', 'Priya Nair'])
  await reply(helper, 'I think it is low')
  expect(await peopleFor(asker)).toEqual(['Ali', 'Priya Nair'])
  expect((await reply(asker, 'Thanks @Ali, and @Siti?')).mentionedNames).toEqual(['Ali'])
  expect(await noticesOf(stranger)).toEqual([])
  const { posts } = (await community.read(stranger, discussionId)).body.data
  expect(posts[0]?.mentionedNames).toEqual(['Ali'])
})

test('whoever is named gets a notice and a mail, at most one an hour about one discussion', async () => {
  await reply(asker, 'What does @Priya Nair say?')
  await reply(asker, '@priya nair, please')
  expect((await noticesOf(teacher)).filter(([kind]) => kind === 'post.mentioned')).toEqual([
    ['post.mentioned', 'Aisyah Rahman'],
    ['post.mentioned', 'Aisyah Rahman'],
  ])
  const [mail, ...others] = mailsTo(teacher)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Aisyah Rahman mentioned you in a discussion')
  expect(mail?.body).toContain(`/community/discussions/${discussionId}`)
  expect(mail?.body).toContain('Which orbit?')
  expect(mail?.unsubscribeUrl).toContain('/api/question-mail-stops/')
})

test('who wrote, who asked and who wants no mails gets no mail; the asker one notice', async () => {
  await reply(helper, '@Ali here; hello @Aisyah Rahman')
  expect(mailsTo(helper)).toEqual([])
  expect(await noticesOf(asker)).toEqual([['discussion.answered', 'Ali']])
  expect(mailsTo(asker)).toEqual([])
  await server.call('updateQuestionMails', { body: { wanted: false }, as: helper })
  await reply(asker, 'Thank you @Ali')
  expect(mailsTo(helper)).toEqual([])
  expect(await noticesOf(helper)).toContainEqual(['post.mentioned', 'Aisyah Rahman'])
})

test('who has lost the course is not named, and an erased account leaves no mention', async () => {
  await reply(helper, 'Low')
  await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${helper.id}`.execute(
    server.database.kysely,
  )
  expect(await peopleFor(asker)).toEqual(['Priya Nair'])
  expect((await reply(asker, 'Thanks @Ali')).mentionedNames).toEqual([])
  const { id } = await reply(asker, '@Priya Nair?')
  await server.database.transaction((tx) =>
    server.services.community.discussions.forgetAuthor(tx, teacher.id),
  )
  const { posts } = (await community.read(asker, discussionId)).body.data
  expect(posts.find((post) => post.id === id)?.mentionedNames).toEqual([])
})

test('a group names its owner and who wrote; who is no member gets no names', async () => {
  const group = await community.beginGroup(teacher)
  await community.join(asker, group.id)
  discussionId = (await community.started(asker, { groupId: group.id })).id
  expect(await peopleFor(asker)).toEqual(['Priya Nair'])
  expect(await peopleFor(stranger)).toEqual([])
})
