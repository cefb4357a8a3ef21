/** Contains the requests that the permission wall sends. */
import type { OpenCalls, RoleCalls } from '#server/app/testing-wall.ts'

export const roleCalls: RoleCalls = {
  readOwnSchool: () => ({}),
  updateOwnSchool: () => ({ body: { intro: 'Orbits and comets' } }),
  orderSchoolCourses: () => ({ body: { courseIds: [] } }),
}

export const openCalls: OpenCalls = {
  listSchools: () => ({ query: {} }),
  readSchool: () => ({ params: { name: 'none-of-them' } }),
}
