import { createTransport } from 'nodemailer'
import { headersOf, type Mailer } from './port.ts'

/** This timeout applies to each phase: resolving the name, connecting, the greeting, and every answer after it. */
const phaseLimitMs = 10_000
/** This timeout applies to one mail as a whole. A server that sends single bytes never reaches the timeout of a phase. */
const mailLimitMs = 45_000

export interface SmtpOptions {
  smtpUrl: string
  from: string
  /** If true, the mail is sent only over TLS, even to a server that does not offer it. */
  needsTls?: boolean
  phaseMs?: number
  mailMs?: number
}

export function createSmtpMailer({
  smtpUrl,
  from,
  needsTls = false,
  phaseMs = phaseLimitMs,
  mailMs = mailLimitMs,
}: SmtpOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      ...(needsTls && { requireTLS: true }),
      dnsTimeout: phaseMs,
      connectionTimeout: phaseMs,
      greetingTimeout: phaseMs,
      socketTimeout: phaseMs,
    },
    { from },
  )
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'apogee.invalid'
  return {
    async send(mail, stopping) {
      const { id, to, subject, body, html, senderName, replyTo } = mail
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(mailMs)])
      // The library does not parse an address that is given as an object, so the address cannot name additional recipients.
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        to: { name: '', address: to },
        ...(senderName !== undefined && { from: { name: senderName, address } }),
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        subject,
        text: body,
        html,
        headers: headersOf(mail),
        signal,
      })
    },
  }
}
