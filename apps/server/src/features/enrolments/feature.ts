import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { enrolmentsRoutes } from './enrolments.routes.ts'
import { Enrolments } from './enrolments.service.ts'

export const enrolments = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts }) => ({ enrolments: new Enrolments(needs) }),
  calls: (all) => enrolmentsRoutes(all.enrolments),
  jobs: (all) => ({
    'enrolments.remind-of-ends': {
      everyMinutes: 60,
      run: (_payload, { signal }) => all.enrolments.accessEnds.remind(signal),
    },
  }),
  retention: (all) => [
    { period: 'course-invitations.unanswered', deleteBefore: all.enrolments.staffGrants.deleteUnanswered },
    { period: 'course-invitations.days', deleteBefore: all.enrolments.staffGrants.deleteDays },
  ],
  listeners: (all) => ({
    'account.email-verified': {
      'invitations.claim': async (tx, { payload }) => {
        await all.enrolments.invitations.claimWaiting(tx, payload.userId)
      },
    },
    'course.people-invited': {
      'invitations.mail': (tx, { payload }) => all.enrolments.staffGrants.mailInvited(tx, payload),
    },
    'course.archived': {
      'invitations.end': (tx, { payload }) => all.enrolments.staffGrants.endInvitations(tx, payload),
    },
    'enrolment.removed': {
      'learner.mail': (tx, { payload, id }) => all.enrolments.removals.mailRemoved(tx, payload, id),
    },
  }),
})
