import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { createCommunityTesting } from '../community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let learner: TestPerson
let other: TestPerson
let teacher: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
  learner = await server.person()
  other = await server.person()
  teacher = await server.person('instructor')
})
afterAll(() => server.stop())

async function studiedCourse() {
  const course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: [{ title: 'Joins' }, { title: 'Groups' }, { isPublished: false }] }],
  })
  for (const person of [learner, other]) await community.enrol(person, course.id)
  const [content] = course.contents
  const [lesson = 0, second = 0, draft = 0] = content?.resources ?? []
  return { courseId: course.id, contentId: content?.id ?? 0, lesson, second, draft }
}

describe('questions about a lesson', () => {
  test('a question names its lesson and second, and is listed with the lesson', async () => {
    const { courseId, contentId, lesson, second } = await studiedCourse()
    const asked = await community.start(learner, { courseId, resourceId: lesson, positionSeconds: 192 })
    expect(asked.status).toBe(201)
    const place = { lesson: { id: lesson, title: 'Joins', contentId }, positionSeconds: 192 }
    expect(asked.body.data).toMatchObject({ course: { id: courseId }, ...place })
    const whole = await community.started(other, { courseId, resourceId: second })
    expect(whole).toMatchObject({ lesson: { id: second }, positionSeconds: null })
    const general = await community.started(other, { courseId })
    expect(general).toMatchObject({ lesson: null, positionSeconds: null })
    const ofLesson = (await community.list(other, { courseId, resourceId: lesson })).body.data
    expect(ofLesson).toMatchObject([{ id: asked.body.data.id, ...place }])
    expect((await community.list(other, { courseId })).body.meta.total).toBe(3)
  })

  test('a question about a lesson is refused without its course, for a lesson of another course and for a draft', async () => {
    const { courseId, lesson, draft } = await studiedCourse()
    const { lesson: elsewhere } = await studiedCourse()
    const refusalOf = async (place: Parameters<typeof community.start>[1]) =>
      (await community.start(learner, place)).body.error
    expect(await refusalOf({ resourceId: lesson })).toBe('resourceId: needs the courseId of the lesson')
    expect(await refusalOf({ courseId, positionSeconds: 3 })).toBe('positionSeconds: needs a resourceId')
    for (const resourceId of [elsewhere, draft, 999_999]) {
      expect((await community.start(learner, { courseId, resourceId })).body.errorCode).toBe(
        'RESOURCE_NOT_FOUND',
      )
    }
    const stranger = await server.person()
    expect((await community.start(stranger, { courseId, resourceId: lesson })).status).toBe(403)
    expect((await community.list(stranger, { resourceId: lesson })).body.data).toEqual([])
  })

  test('a question outlives its lesson', async () => {
    const { courseId, lesson } = await studiedCourse()
    const { id } = await community.started(learner, { courseId, resourceId: lesson, positionSeconds: 5 })
    await sql`DELETE FROM course_resources WHERE id = ${lesson}`.execute(server.database.kysely)
    expect((await community.read(other, id)).body.data).toMatchObject({
      id,
      course: { id: courseId },
      lesson: null,
      positionSeconds: null,
    })
  })
})

const accept = (as: TestPerson, id: number, accepted = true) =>
  server.call('acceptPost', { params: { id }, body: { accepted }, as })

describe('the accepted answer', () => {
  test('the author of a question or the teacher accepts one reply, which is shown whichever page it is on', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId })
    const first = (await community.answer(other, id, 'Try ON')).body.data
    const second = (await community.answer(teacher, id, 'Use WHERE')).body.data
    expect(first).toMatchObject({ isAccepted: false, permissions: { accept: false } })
    expect(second.permissions.accept).toBe(true)
    expect((await accept(other, first.id)).body.errorCode).toBe('FORBIDDEN')
    expect((await accept(learner, first.id)).status).toBe(200)
    expect((await accept(learner, first.id)).status).toBe(200)
    const shown = (
      await server.call('readDiscussion', { params: { id }, query: { limit: '1' as never }, as: learner })
    ).body.data
    expect(shown.posts.map((post) => post.id)).toEqual([second.id])
    expect(shown).toMatchObject({ isAnswered: true, acceptedPost: { id: first.id, isAccepted: true } })
    expect((await community.list(other, { courseId })).body.data[0]?.isAnswered).toBe(true)
    expect((await accept(teacher, second.id)).status).toBe(200)
    const changed = (await community.read(other, id)).body.data
    expect(changed.acceptedPost?.id).toBe(second.id)
    expect(changed.posts.map((post) => post.isAccepted)).toEqual([true, false])
    expect((await accept(learner, second.id, false)).status).toBe(200)
    expect((await community.read(other, id)).body.data).toMatchObject({
      isAnswered: false,
      acceptedPost: null,
    })
  })

  test('concurrent acceptances leave one answer', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId })
    const replies = await Promise.all([1, 2, 3, 4].map(() => community.answer(other, id)))
    const answers = await Promise.all(
      replies.map(({ body }, place) => accept(place % 2 ? learner : teacher, body.data.id)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { posts } = (await community.read(learner, id)).body.data
    expect(posts.filter((post) => post.isAccepted)).toHaveLength(1)
  })

  test('a question whose accepted answer is hidden or deleted counts as not answered', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId })
    const post = (await community.answer(other, id)).body.data
    await accept(learner, post.id)
    await server.call('hidePost', { params: { id: post.id }, body: { hidden: true }, as: teacher })
    const hidden = (await community.read(learner, id)).body.data
    expect(hidden).toMatchObject({ isAnswered: false, acceptedPost: null, posts: [{ isAccepted: false }] })
    expect((await accept(learner, post.id)).body.errorCode).toBe('POST_NOT_FOUND')
    await server.call('hidePost', { params: { id: post.id }, body: { hidden: false }, as: teacher })
    expect((await community.read(learner, id)).body.data.isAnswered).toBe(true)
    await server.call('deletePost', { params: { id: post.id }, as: other })
    expect((await community.read(learner, id)).body.data).toMatchObject({
      isAnswered: false,
      acceptedPost: null,
    })
  })
})

describe('votes', () => {
  const voteFor = (as: TestPerson, id: number) => server.call('voteForPost', { params: { id }, as })
  const withdraw = (as: TestPerson, id: number) => server.call('withdrawPostVote', { params: { id }, as })

  test('a person votes once for a reply of somebody else, and may withdraw the vote', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId })
    const post = (await community.answer(other, id)).body.data
    expect(post).toMatchObject({ helpfulCount: 0, hasVoted: false, permissions: { vote: false } })
    const votes = await Promise.all([1, 2, 3].map(() => voteFor(learner, post.id)))
    for (const { body } of votes) expect(body.data).toEqual({ helpfulCount: 1, hasVoted: true })
    expect((await voteFor(teacher, post.id)).body.data.helpfulCount).toBe(2)
    const [shown] = (await community.read(learner, id)).body.data.posts
    expect(shown).toMatchObject({ helpfulCount: 2, hasVoted: true, permissions: { vote: true } })
    expect((await community.read(other, id)).body.data.posts[0]?.hasVoted).toBe(false)
    expect((await withdraw(learner, post.id)).body.data).toEqual({ helpfulCount: 1, hasVoted: false })
    expect((await withdraw(learner, post.id)).body.data).toEqual({ helpfulCount: 1, hasVoted: false })
    expect((await voteFor(other, post.id)).body.errorCode).toBe('FORBIDDEN')
  })

  test('votes for a question are counted apart from those for its replies', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId })
    const post = (await community.answer(other, id)).body.data
    await voteFor(learner, post.id)
    const vote = (as: TestPerson) => server.call('voteForDiscussion', { params: { id }, as })
    expect((await vote(learner)).body.errorCode).toBe('FORBIDDEN')
    expect((await vote(other)).body.data).toEqual({ helpfulCount: 1, hasVoted: true })
    expect((await vote(other)).body.data).toEqual({ helpfulCount: 1, hasVoted: true })
    expect((await community.list(other, { courseId })).body.data[0]?.helpfulCount).toBe(1)
    const shown = (await community.read(other, id)).body.data
    expect(shown).toMatchObject({ helpfulCount: 1, hasVoted: true, permissions: { vote: true } })
    const without = await server.call('withdrawDiscussionVote', { params: { id }, as: other })
    expect(without.body.data).toEqual({ helpfulCount: 0, hasVoted: false })
  })

  test('voting and accepting answers need access to the discussion, and votes go with an erased account', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId })
    const post = (await community.answer(other, id)).body.data
    const stranger = await server.person()
    expect((await voteFor(stranger, post.id)).status).toBe(403)
    expect((await server.call('voteForDiscussion', { params: { id }, as: stranger })).status).toBe(403)
    expect((await accept(stranger, post.id)).status).toBe(403)
    const voter = await server.person()
    await community.enrol(voter, courseId)
    await voteFor(voter, post.id)
    await server.database.transaction((tx) =>
      server.services.community.discussions.forgetAuthor(tx, voter.id),
    )
    expect((await community.read(learner, id)).body.data.posts[0]?.helpfulCount).toBe(0)
  })
})

describe('unanswered questions', () => {
  test('course people see the questions of learners that none of them has answered and that have no accepted answer', async () => {
    const admin = await server.person('admin')
    const { businessId } = admin
    const instructor = await server.person('instructor', { businessId })
    const { id: courseId } = await makeCourse(server.database, { owner: instructor })
    for (const person of [learner, other]) await community.enrol(person, courseId)
    const ask = async (as: TestPerson, title: string) =>
      (await community.started(as, { courseId }, { title })).id
    const open = await ask(learner, 'Open')
    const byLearner = await ask(learner, 'Answered by a learner')
    await community.answer(other, byLearner)
    const byTeacher = await ask(learner, 'Answered by the teacher')
    const reply = (await community.answer(instructor, byTeacher)).body.data
    await community.answer(admin, await ask(other, 'Answered by the business'))
    const accepted = await ask(learner, 'Accepted')
    await accept(learner, (await community.answer(other, accepted)).body.data.id)
    await ask(instructor, 'An announcement')
    const hidden = await ask(learner, 'Hidden')
    await server.call('hideDiscussion', { params: { id: hidden }, body: { hidden: true }, as: instructor })
    const unanswered = async (as: TestPerson) => {
      const { data, meta } = (await community.list(as, { courseId, unanswered: true })).body
      expect(meta.total).toBe(data.length)
      return data.map(({ id }) => id)
    }
    expect(await unanswered(instructor)).toEqual([byLearner, open])
    expect(await unanswered(admin)).toEqual([byLearner, open])
    expect(await unanswered(await server.person('superadmin'))).toEqual([byLearner, open])
    expect(await unanswered(learner)).toEqual([])
    expect((await community.list(instructor, { unanswered: true })).body.meta.total).toBe(2)
    expect((await community.list(teacher, { unanswered: true })).body.data.map(({ id }) => id)).not.toContain(
      open,
    )
    await server.call('deletePost', { params: { id: reply.id }, as: instructor })
    expect(await unanswered(instructor)).toEqual([byTeacher, byLearner, open])
  })

  test('a new question of a course notifies its teachers once, not about their own', async () => {
    const { courseId } = await studiedCourse()
    const { id } = await community.started(learner, { courseId }, { title: 'Which join?' })
    await community.started(teacher, { courseId }, { title: 'My announcement' })
    await server.jobs.runDueOnce()
    const notices = async (as: TestPerson) =>
      (await server.call('listNotifications', { query: {}, as })).body.data.filter(
        ({ kind, data }) => kind === 'discussion.started' && data.courseId === courseId,
      )
    expect(await notices(teacher)).toMatchObject([
      {
        data: { discussionId: id, discussionTitle: 'Which join?', courseId, courseTitle: expect.any(String) },
      },
    ])
    expect(await notices(learner)).toEqual([])
  })
})

test('questions about a minute of a video are listed by it', async () => {
  const { courseId, lesson, second } = await studiedCourse()
  const ask = (title: string, resourceId: number, positionSeconds?: number) =>
    community.start(
      learner,
      { courseId, resourceId, ...(positionSeconds !== undefined && { positionSeconds }) },
      { title },
    )
  await ask('Before', lesson, 119)
  await ask('First', lesson, 120)
  await ask('Last', lesson, 179)
  await ask('After', lesson, 180)
  await ask('Whole lesson', lesson)
  await ask('Elsewhere', second, 125)
  const query = { courseId: String(courseId), resourceId: String(lesson), minute: '2' } as never
  const { body } = await server.call('listDiscussions', { query, as: other })
  expect(body.data.map(({ title }) => title)).toEqual(['Last', 'First'])
})

describe('who answers', () => {
  const minuteMs = 60_000
  const dayMs = 24 * 60 * minuteMs
  const answererIn = async (courseId: number, as = learner) =>
    (await server.call('readAnswerer', { params: { id: courseId }, as })).body.data

  /** Asks a question that the teacher answers after this time. */
  async function answered(courseId: number, minutes: number, by = teacher) {
    const { id } = await community.started(learner, { courseId })
    server.clock.advance(minutes * minuteMs)
    await community.answer(by, id)
  }

  test('the instructor is named, with the median time to the first answer from five answers on', async () => {
    const { courseId } = await studiedCourse()
    const person = { id: teacher.id, name: expect.any(String), avatar: null }
    for (const minutes of [10, 30, 200, 5]) await answered(courseId, minutes)
    expect(await answererIn(courseId)).toEqual({ teacher: person, minutes: null })
    // Answers by learners and the teacher's own discussions do not count.
    await answered(courseId, 1, other)
    await community.answer(teacher, (await community.started(teacher, { courseId })).id)
    expect((await answererIn(courseId)).minutes).toBeNull()
    await answered(courseId, 20)
    expect(await answererIn(courseId)).toEqual({ teacher: person, minutes: 20 })
    await sql`UPDATE discussions SET created_at = created_at - interval '90 days' WHERE course_id = ${courseId}`.execute(
      server.database.kysely,
    )
    expect((await answererIn(courseId)).minutes).toBeNull()
  })

  test('does not promise what most questions have waited for in vain', async () => {
    const { courseId } = await studiedCourse()
    for (let place = 0; place < 7; place += 1) await community.start(learner, { courseId })
    for (const minutes of [1, 1, 1, 1, 1]) await answered(courseId, minutes)
    expect((await answererIn(courseId)).minutes).toBe(1)
    server.clock.advance(2 * dayMs)
    expect((await answererIn(courseId)).minutes).toBeGreaterThanOrEqual(2 * 24 * 60)
  })

  test('people who may study the course learn who answers, and nobody else does', async () => {
    const { courseId } = await studiedCourse()
    const stranger = await server.person()
    const statusFor = async (as: TestPerson | null) =>
      (await server.call('readAnswerer', { params: { id: courseId }, as })).status
    expect([await statusFor(teacher), await statusFor(stranger), await statusFor(null)]).toEqual([
      200, 403, 401,
    ])
  })
})
