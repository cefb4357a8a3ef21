/** Creates a course with a learner, and helps tests to write in groups and discussions. */
import { sql } from 'kysely'
import { makeCourse, type CourseForm } from '#server/app/testing-courses.ts'
import type { TestApp, TestPerson } from '#server/app/testing.ts'

export function createCommunityTesting(server: TestApp) {
  const beginGroup = async (as: TestPerson, form: { name?: string; description?: string } = {}) => {
    const { body } = await server.call('createGroup', {
      body: { name: form.name ?? 'Night readers', description: form.description ?? 'We read at night' },
      as,
    })
    return body.data
  }
  const join = (as: TestPerson, id: number) => server.call('joinGroup', { params: { id }, as })
  const leave = (as: TestPerson, id: number) => server.call('leaveGroup', { params: { id }, as })
  const readGroup = async (as: TestPerson, id: number) =>
    (await server.call('readGroup', { params: { id }, as })).body.data

  const start = (
    as: TestPerson,
    place: { groupId?: number; courseId?: number; resourceId?: number; positionSeconds?: number } = {},
    form: { title?: string; body?: string } = {},
  ) =>
    server.call('startDiscussion', {
      body: { title: form.title ?? 'A question', body: form.body ?? 'Who knows?', ...place },
      as,
    })
  const started = async (...given: Parameters<typeof start>) => (await start(...given)).body.data
  const answer = (as: TestPerson, id: number, body = 'An answer') =>
    server.call('answerDiscussion', { params: { id }, body: { body }, as })
  const read = (as: TestPerson, id: number) =>
    server.call('readDiscussion', { params: { id }, query: {}, as })
  const list = async (
    as: TestPerson,
    query: {
      search?: string
      groupId?: number
      courseId?: number
      resourceId?: number
      reported?: true
      unanswered?: true
    } = {},
  ) =>
    server.call('listDiscussions', {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      as,
    })
  const titles = async (...given: Parameters<typeof list>) =>
    (await list(...given)).body.data.map(({ title }) => title)

  const enrol = (person: TestPerson, courseId: number) =>
    sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, 'granted')`.execute(
      server.database.kysely,
    )
  async function courseWith(learner: TestPerson, form: CourseForm): Promise<number> {
    const { id } = await makeCourse(server.database, form)
    await enrol(learner, id)
    return id
  }

  const eventsOf = async (kind: string) =>
    (
      await sql<{ payload: Record<string, number | null> }>`
        SELECT payload FROM domain_events WHERE kind = ${kind} ORDER BY at`.execute(server.database.kysely)
    ).rows.map(({ payload }) => payload)

  const openReportsOf = async (discussionId: number) =>
    (
      await sql<{ open: number }>`
        SELECT count(*) AS open FROM post_reports
         WHERE discussion_id = ${discussionId} AND resolved_at IS NULL`.execute(server.database.kysely)
    ).rows[0]?.open

  return {
    openReportsOf,
    beginGroup,
    join,
    leave,
    readGroup,
    start,
    started,
    answer,
    read,
    list,
    titles,
    enrol,
    courseWith,
    eventsOf,
  }
}
