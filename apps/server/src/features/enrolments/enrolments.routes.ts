import { signedIn, standingOf, type Handlers } from '../../policy/handler.ts'
import { originOf, type OriginRule } from '../../policy/origin.ts'
import { enrolledMessage } from './enrolments.rules.ts'
import type { Enrolments } from './enrolments.service.ts'

export function enrolmentsRoutes(enrolments: Enrolments, site: OriginRule): Handlers {
  return {
    enroll: async (call) => {
      await enrolments.enroll(signedIn(call), standingOf(call), call.body.invite)
      return { message: enrolledMessage }
    },
    coursePeople: async (call) => ({
      data: await enrolments.peopleOf(call.params.id, originOf(call.request, site)),
    }),
    enrolPeople: async (call) => ({
      data: await enrolments.enrolPeople(signedIn(call), call.params.id, call.body.emails),
    }),
    createInvite: async (call) => ({
      data: await enrolments.createInvite(
        signedIn(call),
        call.params.id,
        call.body,
        originOf(call.request, site),
      ),
    }),
    revokeInvite: async (call) => {
      await enrolments.revokeInvite(call.params.id, call.params.inviteId)
      return {}
    },
  }
}
