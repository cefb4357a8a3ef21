import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSchool, type School } from './catalogue.testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const idsAfter = async (id: number, more: { skip?: number; limit: number }) =>
  (await school.server.services.catalogue.publicCoursesAfter({ id, ...more })).map((course) => course.id)

test('search engines get public courses by id, never private, draft or archived ones', async () => {
  const made = [
    await school.course(),
    await school.course({ isPrivate: true }),
    await school.course(),
    await school.course(),
    await school.course({ isDraft: true }),
  ]
  const [first, , third, last] = made.map(({ id }) => id)
  expect(await idsAfter(0, { limit: 10 })).toEqual([first, third, last])
  expect(await idsAfter(0, { limit: 1, skip: 1 })).toEqual([third])
  expect(await idsAfter(third ?? 0, { limit: 10 })).toEqual([last])
  expect(await school.server.services.catalogue.countPublicCourses()).toBe(3)

  const { database, services } = school.server
  const { learner, instructor } = school
  await database.transaction((tx) =>
    services.enrolments.grant(tx, { userId: learner.id, courseId: last ?? 0, source: 'granted' }),
  )
  const archived = await school.server.call('deleteCourse', { params: { id: last ?? 0 }, as: instructor })
  expect(archived.body.data.outcome).toBe('archived')
  expect(await idsAfter(0, { limit: 10 })).toEqual([first, third])
})

test('watchers are notified when a course changes', async () => {
  let told = 0
  school.server.services.catalogue.watch(() => (told += 1))
  const { id } = await school.course()
  const before = told
  await school.server.call('updateCourse', {
    params: { id },
    body: { title: 'Another' },
    as: school.instructor,
  })
  expect(told).toBeGreaterThan(before)
})

test('a refused call drops no cached answer', async () => {
  const { call, services } = school.server
  const { id } = await school.course()
  expect((await call('countCourses', { as: null })).status).toBe(200)
  await services.catalogue.caughtUp()
  const dropped = vi.spyOn(services.catalogue, 'forgetLists')
  const refused = await call('updateCourse', { params: { id }, body: { title: 'Mine' }, as: null })
  expect([refused.status, dropped.mock.calls.length]).toEqual([401, 0])
  await call('updateCourse', { params: { id }, body: { title: 'Ours' }, as: school.instructor })
  expect(dropped).toHaveBeenCalled()
  dropped.mockRestore()
})
