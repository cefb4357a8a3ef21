import { announcementMailsMessages } from '#web/features/announcements/messages/announcement-mails.en.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useParams } from '#web/platform/router/router.tsx'
import { StopMails } from '#web/shared/settings/stop-mails.tsx'

export function Component() {
  const { token = '' } = useParams()
  const { title, lead, stopped } = useText(announcementMailsMessages)
  const params = { params: { token } }
  return (
    <StopMails
      title={title}
      lead={lead}
      stopped={stopped}
      stop={() => call('stopAnnouncementMails', params)}
      resume={() => call('resumeAnnouncementMails', params)}
    />
  )
}
