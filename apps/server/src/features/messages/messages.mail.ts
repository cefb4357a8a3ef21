import type { Language } from '@apogee/domain/languages.ts'
import type { MessageTopic } from '@apogee/contracts/messages/message-choices.ts'
import { messageMaxLength } from '@apogee/contracts/limits.ts'
import { quotedAddress, quotedLines, quotedText } from '#server/platform/mail/mail-text.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { MailText } from '#server/texts/mail-text.ts'

const longestName = 100

/** Notifies the platform's staff. The subject contains no text of the sender. */
export function newMessageMail(
  language: Language,
  message: { topic: MessageTopic; name: string; email: string; body: string },
  link: string,
): MailText {
  const text = serverTexts(language).messages
  const sender = `${quotedText(message.name, longestName)} <${quotedAddress(message.email)}>`
  const quoted = `${sender}\n\n${quotedLines(message.body, messageMaxLength)}`
  return text.newMessage({ topic: text.topics[message.topic], quoted, link })
}
