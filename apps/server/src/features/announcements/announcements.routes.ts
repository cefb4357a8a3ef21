import { withData, type Handlers } from '#server/policy/handler.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { AnnouncementMails } from './announcement-mails.ts'
import type { Announcements } from './announcements.service.ts'
import type { LearnerMessages } from './learner-messages.ts'

export function announcementsRoutes(
  announcements: Announcements,
  mails: AnnouncementMails,
  messages: LearnerMessages,
): Handlers {
  return {
    listAnnouncements: async ({ user, params, query, standing }) => {
      const isManager = verdictOn('course.edit', standing) === 'allow'
      return announcements.list({ courseId: params.id, userId: user.userId, isManager }, query)
    },
    writeAnnouncement: (call) => withData(announcements.write(call.user, call.params.id, call.body)),
    updateAnnouncement: (call) => withData(announcements.update(call.user, call.params, call.body)),
    removeAnnouncement: (call) => announcements.remove(call.params),
    listLearnerMessages: ({ params, query }) =>
      messages.list({ courseId: params.id, userId: params.userId }, query),
    writeLearnerMessage: ({ user, params, body }) =>
      withData(messages.write(user, { courseId: params.id, userId: params.userId }, body)),
    readAnnouncementMails: (call) => withData(mails.switch.read(call.user)),
    updateAnnouncementMails: (call) => withData(mails.switch.save(call.user, call.body.wanted)),
    stopAnnouncementMails: ({ params }) => mails.switch.stop(params.token),
    resumeAnnouncementMails: ({ params }) => mails.switch.resume(params.token),
  }
}
