import { announcementMailsMessages } from '#web/features/announcements/messages/announcement-mails.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { StopMails } from '#web/shared/settings/stop-mails.tsx'

export const Component = () => (
  <StopMails
    words={useText(announcementMailsMessages)}
    stop="stopAnnouncementMails"
    resume="resumeAnnouncementMails"
  />
)
