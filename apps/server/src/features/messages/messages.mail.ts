import type { Language } from '@apogee/domain/languages.ts'
import type { MessageTopic } from '@apogee/contracts/messages/messages.forms.ts'
import { messageMaxLength } from '@apogee/contracts/limits.ts'
import { mailIn, quotedAddress, quotedLines, quotedText, type MailText } from '#server/platform/mail-text.ts'

const topics: Record<Language, Record<MessageTopic, string>> = {
  en: { contact: 'a question', support: 'support', testimonial: 'a story', partner: 'a partnership' },
  ms: { contact: 'pertanyaan', support: 'sokongan', testimonial: 'kisah', partner: 'kerjasama' },
}

const longestName = 100

/** Mail to the platform's staff. The subject contains no text of the sender. */
export function newMessageMail(
  language: Language,
  message: { topic: MessageTopic; name: string; email: string; body: string },
  link: string,
): MailText {
  const topic = topics[language][message.topic]
  const sender = `${quotedText(message.name, longestName)} <${quotedAddress(message.email)}>`
  const quoted = `${sender}\n\n${quotedLines(message.body, messageMaxLength)}`
  return mailIn(language, {
    en: () => ({
      subject: `New message: ${topic}`,
      body: `${quoted}\n\n--\nRead and answer it:\n${link}\n\nThe sender typed the address above. It is not confirmed.`,
    }),
    ms: () => ({
      subject: `Mesej baharu: ${topic}`,
      body: `${quoted}\n\n--\nBaca dan jawab:\n${link}\n\nAlamat di atas ditaip oleh pengirim dan belum disahkan.`,
    }),
  })
}
