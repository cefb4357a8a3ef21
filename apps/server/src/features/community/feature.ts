import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { stopPage } from '#server/platform/mail/mail-stops.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { communityRoutes } from './community.routes.ts'
import { Discussions } from './community.discussions.ts'
import { Groups } from './community.groups.ts'
import { QuestionMails, questionMailsTask, stopKind } from './posts/question-mails.service.ts'

export const community = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts; media: Media }) => ({
    community: { groups: new Groups(needs), discussions: new Discussions(needs) },
    questionMails: new QuestionMails(needs),
  }),
  calls: (all) => communityRoutes(all.community, all.questionMails),
  addresses: stopPage(stopKind),
  jobs: (all) => ({
    // The job runs hourly, so that a teacher gets at most one such mail an hour about one course.
    [questionMailsTask]: {
      everyMinutes: 60,
      run: async (_payload, { signal }) => all.questionMails.sendToTeachers(signal),
    },
  }),
  listeners: (all) => ({
    'discussion.started': {
      'teachers.mail': (tx, { payload }) => all.questionMails.questionAsked(tx, payload),
    },
    'discussion.answered': {
      'author.mail': (tx, { payload }) => all.questionMails.discussionAnswered(tx, payload),
      'mentioned.mail': (tx, { payload }) => all.questionMails.mentioned(tx, payload),
    },
    'user.erased': {
      'groups.leave': (tx, { payload }) => all.community.groups.leaveAllGroups(tx, payload.userId),
      'discussions.erase': (tx, { payload }) => all.community.discussions.forgetAuthor(tx, payload.userId),
      'question-mails.erase': (tx, { payload }) => all.questionMails.switch.forgetPerson(tx, payload.userId),
    },
  }),
})
