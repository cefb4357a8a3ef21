import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { announcementsRoutes, registerStopPage } from './announcements.routes.ts'
import { Announcements, deliverTask } from './announcements.service.ts'
import { AnnouncementMails } from './announcement-mails.ts'

const dayMs = 24 * 3_600_000

export const announcements = defineFeature({
  create: (needs: Dependencies) => {
    const announcementMails = new AnnouncementMails(needs)
    return { announcementMails, announcements: new Announcements({ ...needs, mails: announcementMails }) }
  },
  calls: (all) => announcementsRoutes(all.announcements, all.announcementMails),
  addresses: registerStopPage,
  jobs: (all) => ({
    [deliverTask]: {
      run: (payload, { signal }) => all.announcements.deliver(payload, signal),
    },
  }),
  retention: (all) => [
    { keepMs: 30 * dayMs, deleteBefore: (before) => all.announcements.deleteRemoved(before) },
  ],
  listeners: (all) => ({
    'user.erased': {
      'announcement-mails.erase': (tx, { payload }) => all.announcementMails.forgetPerson(tx, payload.userId),
    },
  }),
})
