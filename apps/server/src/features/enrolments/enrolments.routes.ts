import { readOffers } from '@apogee/contracts/sales/offers.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { enrolledMessage } from './enrolments.rules.ts'
import type { Enrolments } from './enrolments.service.ts'

export function enrolmentsRoutes(enrolments: Enrolments): Handlers {
  const { accessEnds, cohorts, staffGrants, grantWithdrawals, invitations } = enrolments
  return {
    enroll: async (call) => {
      await enrolments.enroll(call.user, call.standing, {
        invite: call.body.invite,
        visit: call.query.visit,
        cohortId: call.body.cohortId,
        offer: readOffers(call.query.offers).get(call.params.courseId),
      })
      return { message: enrolledMessage }
    },
    archiveEnrolment: (call) => enrolments.archive(call.user, call.params.courseId, call.body.archived),
    readCourseAccess: (call) => withData(accessEnds.read(call.params.id)),
    lengthenAccess: (call) => withData(accessEnds.lengthenForAll(call.user, call.params.id)),
    setLearnerAccess: ({ user, params, body }) =>
      withData(accessEnds.set(user, { courseId: params.id, userId: params.userId }, body)),
    readStarts: (call) => withData(cohorts.starts(call.caller, call.params.id)),
    listCohorts: (call) => withData(cohorts.list(call.params.id)),
    createCohort: (call) => withData(cohorts.create(call.params.id, call.body)),
    updateCohort: ({ user, params, body }) => withData(cohorts.update(user, params, body)),
    removeCohort: (call) => cohorts.remove(call.params),
    setSelfPaced: (call) => cohorts.setSelfPaced(call.params.id, call.body.selfPaced),
    moveLearners: (call) => withData(cohorts.moveLearners(call.params.id, call.body)),
    coursePeople: (call) => withData(enrolments.peopleOf(call.params.id, call.origin)),
    enrolPeople: (call) =>
      withData(staffGrants.enrolPeople(call.user, call.params.id, call.body, call.origin)),
    withdrawEnrolments: (call) =>
      withData(grantWithdrawals.takeBack(call.user, call.params.id, new Date(call.body.givenAt))),
    createInvite: (call) =>
      withData(enrolments.createInvite(call.user, call.params.id, call.body, call.origin)),
    listInvitedPeople: async (call) =>
      staffGrants.listInvitedPeople(call.params.id, call.query.search, pageRequest(call.query)),
    resendCourseInvitation: (call) =>
      withData(
        staffGrants.sendAgain(call.user, { courseId: call.params.id, id: call.params.personId }, call.origin),
      ),
    withdrawCourseInvitation: (call) => staffGrants.withdraw(call.params.id, call.params.personId),
    listCourseInvitations: async (call) => invitations.invitationsOf(call.user, pageRequest(call.query)),
    readCourseInvitation: (call) => withData(invitations.readInvitation(call.params.token)),
    acceptCourseInvitation: (call) => withData(invitations.accept(call.user, call.params.token)),
    declineCourseInvitation: (call) => invitations.decline(call.params.token),
    revokeInvite: (call) => enrolments.revokeInvite(call.params.id, call.params.inviteId),
  }
}
