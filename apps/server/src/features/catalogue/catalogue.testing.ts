/** Starts a school with all kinds of people who view courses, and helps with their calls. */
import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type CourseForm } from '#server/app/testing-courses.ts'
import { startTestApp, type TestPerson } from '#server/app/testing.ts'

export const lessons: NonNullable<CourseForm['contents']> = [
  {
    title: 'Beginning',
    resources: [
      { seconds: 61, isPreview: true, captions: ['en', 'ms'], title: 'Welcome' },
      { seconds: 30, title: 'More' },
      { type: 'pdf', pages: 3, title: 'Handout' },
      { seconds: 500, isPublished: false, title: 'Unpublished item' },
    ],
  },
  { title: 'Hidden module', isPublished: false, resources: [{ seconds: 900, isPreview: true }] },
]

export type School = Awaited<ReturnType<typeof startSchool>>

export async function startSchool() {
  const server = await startTestApp({ payments: unusedPayments })
  const admin = await server.person('admin')
  const instructor = await server.person('instructor', { businessId: admin.businessId })
  return {
    server,
    admin,
    /** The instructor owns the courses that `course` creates. */
    instructor,
    /** The colleague teaches in the same business. */
    colleague: await server.person('instructor', { businessId: admin.businessId }),
    /** The loner teaches without a business. */
    loner: await server.person('instructor'),
    otherAdmin: await server.person('admin'),
    superadmin: await server.person('superadmin'),
    student: await server.person(),
    /** Tests enrol this learner. */
    learner: await server.person(),
    course: (form: Partial<CourseForm> = {}) => makeCourse(server.database, { owner: instructor, ...form }),
    place: (person: TestPerson, { id }: { id: number }) =>
      server.database.transaction((tx) =>
        server.services.enrolments.grant(tx, { userId: person.id, courseId: id, source: 'granted' }),
      ),
    list: (query: RequestOf<'listCourses'>['query'] = {}, as: TestPerson | null = null) =>
      server.call('listCourses', { query, as }),
    enrolled: (as: TestPerson, query: RequestOf<'listEnrolledCourses'>['query'] = {}) =>
      server.call('listEnrolledCourses', { query, as }),
    sales: (courseId: number, as: TestPerson | null = null) =>
      server.call('courseSales', { params: { courseId }, query: {}, as }),
    read: (courseId: number, as: TestPerson | null = null) =>
      server.call('readCourse', { params: { courseId }, as }),
  }
}

export const idsOf = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id)
