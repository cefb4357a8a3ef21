import { createTransport } from 'nodemailer'
import { headersOf, type Mailer } from './port.ts'

/** The timeout applies to each phase: resolving the name, connecting, the greeting, and every answer after it. */
const phaseLimitMs = 10_000
/** The timeout applies to one mail in total, because a server that sends single bytes never reaches a phase's timeout. */
const mailLimitMs = 45_000

export interface SmtpOptions {
  smtpUrl: string
  from: string
  /** True refuses to send without TLS, even if the server does not offer it. */
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
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'apogee.invalid'
  return {
    async send(mail, stopping) {
      const { id, to, subject, body, html } = mail
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(mailMs)])
      // An address given as an object is not parsed, so it cannot name additional recipients.
      await transport.sendMail({
        messageId: `<${id}@${domain}>`,
        to: { name: '', address: to },
        subject,
        text: body,
        html,
        headers: headersOf(mail),
        signal,
      })
    },
  }
}
