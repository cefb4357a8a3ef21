/** The course Orbits of a teacher, made anew for each test of a file. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from './testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from './testing.ts'

export let server: TestApp
export let teacher: TestPerson
export let courseId: number
/** The learner is enrolled in the course without a cohort. */
export let learner: TestPerson

export const enrol = (as: TestPerson, cohortId?: number) =>
  server.call('enroll', { params: { courseId }, body: { ...(cohortId !== undefined && { cohortId }) }, as })

export function taughtCourseForTests(): void {
  beforeAll(async () => {
    server = await startTestApp({ payments: { ...unusedPayments } })
  })
  beforeEach(async () => {
    teacher = await server.person('instructor', { isProven: true })
    learner = await server.person('student', { isProven: true })
    await teach({ owner: teacher, title: 'Orbits' })
  })
  afterAll(() => server.stop())
}

/** Makes the course of this test and enrols the learner. */
export async function teach(course: { owner: TestPerson; title: string }): Promise<void> {
  courseId = (await makeCourse(server.database, course)).id
  await enrol(learner)
}

export let januaryId: number
export let juneId: number
export let january: TestPerson
export let june: TestPerson

/** The course has two cohorts of one learner each beside the learner without one. */
export function cohortsForTests({ starts }: { starts: readonly [january: number, june: number] }): void {
  taughtCourseForTests()
  beforeEach(async () => {
    januaryId = await makeCohort('January intake', starts[0])
    juneId = await makeCohort('June intake', starts[1])
    january = await memberOf(januaryId)
    june = await memberOf(juneId)
  })
}

/** Makes a cohort that starts in `days` days and returns its id. */
export async function makeCohort(name: string, days: number): Promise<number> {
  const start = new Date(server.clock.now().getTime() + days * 86_400_000)
  const { body } = await server.call('createCohort', {
    params: { id: courseId },
    body: { name, startsOn: dayInMalaysia(start) },
    as: teacher,
  })
  return body.data.id
}

export async function memberOf(cohortId: number): Promise<TestPerson> {
  const person = await server.person('student', { isProven: true })
  await enrol(person, cohortId)
  return person
}

export const moveTo = (person: TestPerson, cohortId: number | null) =>
  server.call('moveLearners', {
    params: { id: courseId },
    body: { userIds: [person.id], cohortId },
    as: teacher,
  })
