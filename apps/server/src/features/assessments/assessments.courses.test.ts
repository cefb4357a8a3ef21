import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { answering, gradedEventsOf, makeAssessment, rightCode } from './testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const submit = (as: TestPerson, number: number, assessmentId: number) =>
  server.call('submitAttempt', { params: { id: assessmentId, number }, as })

const gradedEvents = (userId: number) => gradedEventsOf(server, userId)

describe('an assessment of a course', () => {
  const standings = ['learner', 'student', 'owner', 'other teacher', 'other admin', 'superadmin'] as const

  async function courseWithQuiz(isPrivate: boolean) {
    const owner = await server.person('admin')
    const { id: courseId, contents } = await makeCourse(server.database, {
      owner,
      isPrivate,
      title: 'Colours',
      contents: [{ resources: [{ type: 'quiz' }, { type: 'video' }] }],
    })
    const resourceId = contents[0]?.resources[0] ?? 0
    const assessmentId = await makeAssessment(server, { resourceId })
    const enrolled = await server.person()
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: enrolled.id, courseId, source: 'granted' }),
    )
    const people = {
      learner: enrolled,
      student: await server.person(),
      owner,
      'other teacher': await server.person('instructor'),
      'other admin': await server.person('admin'),
      superadmin: await server.person('superadmin'),
    }
    return { courseId, resourceId, assessmentId, people }
  }

  test.each([
    { kind: 'public', isPrivate: false, others: 403 },
    { kind: 'private', isPrivate: true, others: 404 },
  ])(
    'an assessment of a $kind course is open to whoever may study the course',
    async ({ isPrivate, others }) => {
      const { assessmentId, people } = await courseWithQuiz(isPrivate)
      for (const standing of standings) {
        const may = ['learner', 'owner', 'superadmin'].includes(standing)
        for (const name of ['readAssessment', 'startAttempt'] as const) {
          const answer = await server.call(name, { params: { id: assessmentId }, as: people[standing] })
          expect([standing, answer.status < 300]).toEqual([standing, may])
          if (may) continue
          expect(answer.status).toBe(others)
          const none = await server.call(name, { params: { id: 987_654 }, as: people[standing] })
          if (others === 404) expect(answer.raw.body).toBe(none.raw.body)
        }
        const attempt = await server.call('readAttempt', {
          params: { id: assessmentId, number: 1 },
          as: people[standing],
        })
        expect(attempt.status).toBe(may ? 200 : others)
      }
    },
  )

  test('an assessment of a course has the title of its item and names its lesson', async () => {
    const { assessmentId, courseId, resourceId, people } = await courseWithQuiz(false)
    await server.call('updateResource', {
      params: { id: resourceId },
      body: { title: 'Colours, again' },
      as: people.owner,
    })
    const { body } = await server.call('readResourceAssessment', {
      params: { id: resourceId },
      as: people.learner,
    })
    expect(body.data).toMatchObject({
      id: assessmentId,
      title: 'Colours, again',
      lesson: { courseId, resourceId, courseTitle: 'Colours' },
    })
  })

  test('an assessment with a draft item is visible to its teachers only', async () => {
    const { assessmentId, resourceId, people } = await courseWithQuiz(false)
    await server.call('updateResource', {
      params: { id: resourceId },
      body: { isPublished: false },
      as: people.owner,
    })
    const read = (as: TestPerson) => server.call('readAssessment', { params: { id: assessmentId }, as })
    expect((await read(people.learner)).body.errorCode).toBe('ASSESSMENT_NOT_FOUND')
    expect((await read(people.owner)).status).toBe(200)
  })

  test('finishing an assessment completes its item, whatever the score; progress still counts videos', async () => {
    const { courseId, assessmentId, resourceId, people } = await courseWithQuiz(false)
    const { number } = await answering(server, people.learner, assessmentId, [0])
    await submit(people.learner, number, assessmentId)
    const { body } = await server.call('readCourse', { params: { courseId }, as: people.learner })
    const items = body.data.contents.flatMap(({ resources }) => resources)
    expect(items.find((item) => item.id === resourceId)?.progress?.completed).toBe(true)
    expect(body.data.enrollment?.progress).toEqual({ completedLessons: 0, totalLessons: 1 })
    expect(await gradedEvents(people.learner.id)).toMatchObject([{ courseId, percentage: 0 }])
  })

  test('an assessment tried by its teacher completes nothing, earns nothing and notifies nobody', async () => {
    const { assessmentId, people } = await courseWithQuiz(false)
    const { number } = await answering(server, people.owner, assessmentId, [1, rightCode, true])
    expect((await submit(people.owner, number, assessmentId)).body.data.state).toBe('graded')
    const { rows } = await sql`SELECT 1 FROM resource_progress WHERE user_id = ${people.owner.id}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([])
    await server.jobs.runDueOnce()
    const earned = await server.call('readAchievements', { as: people.owner })
    expect(earned.body.data).toMatchObject({ xp: 0, averageScore: null, streak: { days: 0 } })
    const notifications = await server.call('listNotifications', { query: {}, as: people.owner })
    expect(notifications.body.meta.total).toBe(0)
  })

  test("an assessment of a course counts into the learner's average score", async () => {
    const { assessmentId, people } = await courseWithQuiz(false)
    const { number } = await answering(server, people.learner, assessmentId, [1, null, true])
    await submit(people.learner, number, assessmentId)
    expect(await server.services.assessments.averageScoreOf(people.learner.id)).toBe(43)
  })

  test('an attempt under way is listed until it is submitted, its time is up or the learner loses access', async () => {
    const { courseId, assessmentId, people } = await courseWithQuiz(true)
    const listed = async (as: TestPerson) => (await server.call('listOpenAttempts', { as })).body.data
    expect(await listed(people.learner)).toEqual([])
    const { number } = await answering(server, people.learner, assessmentId, [1])
    const open = await listed(people.learner)
    expect(open).toMatchObject([{ assessmentId, courseTitle: 'Colours' }])
    expect(await listed(people.student)).toEqual([])
    server.clock.advance(new Date(open[0]?.deadline ?? 0).getTime() - server.clock.now().getTime())
    expect(await listed(people.learner)).toEqual([])
    await submit(people.learner, number, assessmentId)
    await answering(server, people.learner, assessmentId, [1])
    expect(await listed(people.learner)).toHaveLength(1)
    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: people.learner.id, courseId }),
    )
    expect(await listed(people.learner)).toEqual([])
  })

  test("losing the enrolment closes the course's assessment", async () => {
    const { courseId, assessmentId, people } = await courseWithQuiz(true)
    const { number } = await answering(server, people.learner, assessmentId, [1])
    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: people.learner.id, courseId }),
    )
    expect((await submit(people.learner, number, assessmentId)).status).toBe(404)
  })
})
