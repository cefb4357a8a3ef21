import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Prerequisites } from './prerequisites.service.ts'

export function prerequisitesRoutes(prerequisites: Prerequisites): Handlers {
  return {
    readPrerequisites: (call) => withData(prerequisites.read(call.params.id)),
    savePrerequisites: (call) => withData(prerequisites.save(call.user, call.params.id, call.body)),
    listPrerequisiteChoices: (call) =>
      withData(prerequisites.choices(call.user, call.params.id, call.query.search)),
    letLearnerStart: async ({ user, params, body: { mayStart } }) => {
      await prerequisites.letStart(user, { courseId: params.id, userId: params.userId }, mayStart)
      return { data: { mayStart } }
    },
  }
}
