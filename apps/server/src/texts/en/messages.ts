/** Contains the mail to the platform's staff about a received message. */
import type { MessageTopic } from '@apogee/contracts/messages/message-choices.ts'
import type { MailText } from '../mail-text.ts'

export const messages = {
  newMessage: ({ topic, quoted, link }: { topic: string; quoted: string; link: string }): MailText => ({
    subject: `New message: ${topic}`,
    body: `${quoted}\n\n--\nRead and answer it:\n${link}\n\nThe sender typed the address above. It is not confirmed.`,
  }),

  topics: {
    contact: 'a question',
    support: 'support',
    testimonial: 'a story',
    partner: 'a partnership',
  } satisfies Record<MessageTopic, string>,
}
