import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, standingOf, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { enrolledMessage } from './enrolments.rules.ts'
import type { Enrolments } from './enrolments.service.ts'

export function enrolmentsRoutes(enrolments: Enrolments, site: OriginRule): Handlers {
  const { gifts, invitations } = enrolments
  return {
    enroll: async (call) => {
      await enrolments.enroll(signedIn(call), standingOf(call), call.body.invite)
      return { message: enrolledMessage }
    },
    coursePeople: async (call) => ({
      data: await enrolments.peopleOf(call.params.id, originOf(call.request, site)),
    }),
    enrolPeople: async (call) => ({
      data: await gifts.enrolPeople(signedIn(call), call.params.id, call.body, originOf(call.request, site)),
    }),
    createInvite: async (call) => ({
      data: await enrolments.createInvite(
        signedIn(call),
        call.params.id,
        call.body,
        originOf(call.request, site),
      ),
    }),
    listInvitedPeople: async (call) => gifts.listInvitedPeople(call.params.id, pageRequest(call.query)),
    resendCourseInvitation: async (call) => ({
      data: await gifts.sendAgain(
        signedIn(call),
        { courseId: call.params.id, id: call.params.personId },
        originOf(call.request, site),
      ),
    }),
    withdrawCourseInvitation: async (call) => {
      await gifts.withdraw(call.params.id, call.params.personId)
      return {}
    },
    listCourseInvitations: async (call) => invitations.invitationsOf(signedIn(call), pageRequest(call.query)),
    readCourseInvitation: async (call) => ({ data: await invitations.readInvitation(call.params.token) }),
    acceptCourseInvitation: async (call) => ({
      data: await invitations.accept(signedIn(call), call.params.token),
    }),
    declineCourseInvitation: async (call) => {
      await invitations.decline(call.params.token)
      return {}
    },
    revokeInvite: async (call) => {
      await enrolments.revokeInvite(call.params.id, call.params.inviteId)
      return {}
    },
  }
}
