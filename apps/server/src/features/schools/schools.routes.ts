import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Schools } from './schools.service.ts'

export const schoolsRoutes = (schools: Schools): Handlers => ({
  listSchools: ({ query }) => schools.list(query),
  readSchool: ({ params }) => withData(schools.read(params.name)),
  readOwnSchool: (call) => withData(schools.readOwn(call.user)),
  updateOwnSchool: (call) => withData(schools.update(call.user, call.body)),
  orderSchoolCourses: (call) => withData(schools.orderCourses(call.user, call.body.courseIds)),
})
