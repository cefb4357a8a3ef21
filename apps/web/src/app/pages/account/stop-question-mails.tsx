import { questionMailsMessages } from '#web/features/community/messages/question-mails.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { StopMails } from '#web/shared/settings/stop-mails.tsx'

export const Component = () => (
  <StopMails words={useText(questionMailsMessages)} stop="stopQuestionMails" resume="resumeQuestionMails" />
)
