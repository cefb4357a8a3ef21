import type { TestSchool } from '#server/features/courses/testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'
import { scormPackage, type PackageFixture } from './testing.ts'

/** Publishes a package as a lesson of the school's teacher, and enrols a new learner. */
export async function taughtPackage(school: TestSchool, fixture: PackageFixture) {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const module = await school.makeContent(teacher, course.id, { isPublished: true })
  const { url } = await uploadFile(server, teacher, await scormPackage(fixture), 'a.zip', 'package')
  const made = await server.call('createPackage', {
    params: { id: module.id },
    body: { filePath: url },
    as: teacher,
  })
  const lesson = made.body.data.id
  await server.call('updateResource', { params: { id: lesson }, body: { isPublished: true }, as: teacher })
  const learner = await server.person()
  await school.enrol(learner, course.id)
  return { lesson, learner }
}
