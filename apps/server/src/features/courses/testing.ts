/** Starts a school for tests of authors: a business with its team, a lone instructor, a student and a superadmin. */
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestPerson } from '#server/app/testing.ts'
import { pdf, uploadFile } from '#server/features/media/testing.ts'

export type TestSchool = Awaited<ReturnType<typeof startTestSchool>>

export const courseForm = { title: 'Orbits', description: 'How things go round' }

export async function startTestSchool() {
  const server = await startTestApp({ payments: unusedPayments })
  const admin = await server.person('admin')
  const { businessId } = admin
  const teacher = await server.person('instructor', { businessId })
  const colleague = await server.person('instructor', { businessId })
  const lone = await server.person('instructor')
  const student = await server.person()
  const superadmin = await server.person('superadmin')

  return {
    server,
    admin,
    teacher,
    colleague,
    lone,
    student,
    superadmin,
    async makeCourse(as: TestPerson, more: object = {}) {
      const { body } = await server.call('createCourse', { body: { ...courseForm, ...more }, as })
      return body.data
    },
    async makeContent(as: TestPerson, courseId: number, more: object = {}) {
      const { body } = await server.call('createContent', {
        body: { courseId, title: 'Module', ...more },
        as,
      })
      return body.data
    },
    async makeResource(as: TestPerson, courseContentId: number, name = 'Sheet.pdf') {
      const { url } = await uploadFile(server, as, pdf(), name)
      const { body } = await server.call('createResource', {
        body: { courseContentId, filePath: url, fileType: 'pdf' },
        as,
      })
      return body.data
    },
    async enrol(person: TestPerson, courseId: number): Promise<void> {
      await server.database.transaction((tx) =>
        server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
      )
    },
  }
}
