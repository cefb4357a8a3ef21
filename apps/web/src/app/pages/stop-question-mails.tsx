import { StopQuestionMails } from '#web/features/community/components/stop-question-mails.tsx'
import { questionMailsMessages } from '#web/features/community/messages/question-mails.en.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const text = useText(questionMailsMessages)
  const { token = '' } = useParams()
  return (
    <>
      <Head title={text.title} />
      <StopQuestionMails token={token} />
    </>
  )
}
