/** Creates a course with learners, and offers short helpers for its reviews. */
import { sql } from 'kysely'
import { makeCourse, type CourseForm } from '#server/app/testing-courses.ts'
import type { TestApp, TestPerson } from '#server/app/testing.ts'

export function createReviewsTesting(server: TestApp) {
  const { kysely } = server.database

  const enrol = (person: TestPerson, courseId: number) =>
    sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${person.id}, ${courseId}, 'granted')`.execute(
      kysely,
    )
  async function courseWith(learners: TestPerson[], form: CourseForm): Promise<number> {
    const { id } = await makeCourse(server.database, form)
    for (const learner of learners) await enrol(learner, id)
    return id
  }
  const write = (as: TestPerson, courseId: number, rating = 4, text?: string) =>
    server.call('saveReview', {
      params: { courseId },
      body: { rating, ...(text !== undefined && { text }) },
      as,
    })
  const written = async (...given: Parameters<typeof write>) => (await write(...given)).body.data
  const remove = (as: TestPerson, courseId: number) =>
    server.call('deleteReview', { params: { courseId }, as })
  const list = async (
    as: TestPerson | null,
    courseId: number,
    query: { order?: 'newest' | 'highest' | 'lowest'; limit?: number; cursor?: string } = {},
  ) => server.call('listReviews', { params: { courseId }, query: query as never, as })
  const listed = async (...given: Parameters<typeof list>) => (await list(...given)).body
  const reply = (as: TestPerson, id: number, text = 'Thank you') =>
    server.call('replyToReview', { params: { id }, body: { text }, as })
  const report = (as: TestPerson, id: number, reason = 'Not about the course') =>
    server.call('reportReview', { params: { id }, body: { reason }, as })
  const hide = (as: TestPerson, id: number, hidden = true) =>
    server.call('hideReview', { params: { id }, body: { hidden }, as })
  const reported = async (as: TestPerson, state: 'reported' | 'hidden' = 'reported') =>
    (await server.call('listReportedReviews', { query: { state }, as })).body

  const ratingOf = async (courseId: number, as: TestPerson | null = null) =>
    (await server.call('readCourse', { params: { courseId }, as })).body.data.rating

  const withPlace = async (person: TestPerson, courseId: number, has: boolean) =>
    server.database.transaction(async (tx) => {
      const place = { userId: person.id, courseId }
      if (has) await server.services.enrolments.grant(tx, { ...place, source: 'granted' })
      else await server.services.enrolments.end(tx, place)
    })

  return {
    enrol,
    courseWith,
    write,
    written,
    remove,
    list,
    listed,
    reply,
    report,
    hide,
    reported,
    ratingOf,
    withPlace,
  }
}
