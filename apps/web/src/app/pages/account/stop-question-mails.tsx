import { questionMailsMessages } from '#web/features/community/messages/question-mails.en.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useParams } from '#web/platform/router/router.tsx'
import { StopMails } from '#web/shared/settings/stop-mails.tsx'

export function Component() {
  const { token = '' } = useParams()
  const { title, lead, stopped } = useText(questionMailsMessages)
  const params = { params: { token } }
  return (
    <StopMails
      title={title}
      lead={lead}
      stopped={stopped}
      stop={() => call('stopQuestionMails', params)}
      resume={() => call('resumeQuestionMails', params)}
    />
  )
}
