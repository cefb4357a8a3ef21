import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestResource } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

export let server: TestApp
export let instructor: TestPerson
export let student: TestPerson

/** Starts a school for the tests of a file, with a new learner for each test. */
export function schoolForTests(): void {
  beforeAll(async () => {
    server = await startTestApp({ payments: unusedPayments })
    instructor = await server.person('instructor')
  })
  beforeEach(async () => {
    student = await server.person()
  })
  afterAll(() => server.stop())
}

/** Creates a course with these items, all of which `student` completes, and returns the id of the certificate. */
export async function earned(
  resources: TestResource[] = [{ seconds: 60 }],
  teacher = instructor,
): Promise<string> {
  const course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ resources }],
  })
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: student.id, courseId: course.id, source: 'granted' }),
  )
  await server.jobs.runDueOnce()
  for (const id of course.contents[0]?.resources ?? [])
    await server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as: student })
  await server.jobs.runDueOnce()
  const { body } = await server.call('listCertificates', {
    query: { courseId: String(course.id) },
    as: student,
  })
  return body.data[0]?.id ?? 'none was issued'
}

export const shown = async (id: string) =>
  (await server.call('readCertificate', { params: { id }, as: null })).body.data
export const own = async (id: string, as = student) =>
  (await server.call('listCertificates', { query: { id }, as })).body.data
export const revoke = () =>
  sql`UPDATE certificates SET revoked_at = now() WHERE user_id = ${student.id}`.execute(
    server.database.kysely,
  )

export const rules = (isOn: boolean) => ({
  isOn,
  watchedPercent: null,
  quizPercent: null,
  minutes: null,
  signer: null,
})
