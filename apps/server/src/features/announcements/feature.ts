import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { stopPage } from '#server/platform/mail/mail-stops.ts'
import { announcementsRoutes } from './announcements.routes.ts'
import { Announcements, deliverTask, deliverToPartTask } from './announcements.service.ts'
import { AnnouncementMails, stopKind } from './announcement-mails.ts'
import { LearnerMessages } from './learner-messages.ts'

export const announcements = defineFeature({
  create: (needs: Dependencies) => {
    const announcementMails = new AnnouncementMails(needs)
    const parts = { ...needs, mails: announcementMails }
    return {
      announcementMails,
      announcements: new Announcements(parts),
      learnerMessages: new LearnerMessages(parts),
    }
  },
  calls: (all) => announcementsRoutes(all.announcements, all.announcementMails, all.learnerMessages),
  addresses: stopPage(stopKind),
  jobs: (all) => ({
    [deliverTask]: {
      run: (payload, { signal }) => all.announcements.deliver(payload, signal),
    },
    [deliverToPartTask]: {
      run: (payload, { signal }) => all.announcements.deliver(payload, signal),
    },
  }),
  retention: (all) => [
    { period: 'announcements.removed', deleteBefore: (before) => all.announcements.deleteRemoved(before) },
  ],
  listeners: (all) => ({
    'access.ending': {
      'learner.mail': (tx, { payload }) => all.announcementMails.queueEnding(tx, payload),
    },
    'course.opened': {
      'learner.mail': (tx, { payload }) => all.announcementMails.queueOpened(tx, payload),
    },
    'user.erased': {
      'announcement-mails.erase': (tx, { payload }) =>
        all.announcementMails.switch.forgetPerson(tx, payload.userId),
      'learner-messages.erase': (tx, { payload }) => all.learnerMessages.forgetPerson(tx, payload.userId),
    },
  }),
})
