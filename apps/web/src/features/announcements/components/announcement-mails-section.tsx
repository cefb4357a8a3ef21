import { call } from '#web/platform/transfer/client.ts'
import { MailsSection } from '#web/shared/settings/mails-section.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { announcementMailsMessages } from '../messages/announcement-mails.en.ts'

export function AnnouncementMailsSection({ headingId }: { headingId: string }) {
  const text = useText(announcementMailsMessages)
  return (
    <MailsSection
      headingId={headingId}
      name="announcement-mails"
      title={text.settingsTitle}
      lead={text.settingsLead}
      label={text.wanted}
      read={(signal) => call('readAnnouncementMails', { signal })}
      save={(wanted) => call('updateAnnouncementMails', { body: { wanted } })}
    />
  )
}
