import { createTransport } from 'nodemailer'
import type { Mailer } from './port.ts'

export function createSmtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport(smtpUrl, { from })
  return {
    async send({ to, subject, body }) {
      await transport.sendMail({ to, subject, text: body })
    },
  }
}
