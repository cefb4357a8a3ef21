import { call } from '#web/platform/transfer/client.ts'
import { MailsSection } from '#web/shared/settings/mails-section.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { questionMailsMessages } from '../messages/question-mails.en.ts'

export function QuestionMailsSection({ headingId }: { headingId: string }) {
  const text = useText(questionMailsMessages)
  return (
    <MailsSection
      headingId={headingId}
      name="question-mails"
      title={text.settingsTitle}
      lead={text.settingsLead}
      label={text.wanted}
      read={(signal) => call('readQuestionMails', { signal })}
      save={(wanted) => call('updateQuestionMails', { body: { wanted } })}
    />
  )
}
