import { createTransport } from 'nodemailer'
import type { Mailer } from './port.ts'

/** Longest wait for each phase: resolving the name, connecting, the greeting, and every answer after it. */
const phaseLimitMs = 10_000
/** Longest time for one mail as a whole: a server that sends a byte now and then never reaches a phase's limit. */
const mailLimitMs = 45_000

export interface SmtpOptions {
  smtpUrl: string
  from: string
  phaseMs?: number
  mailMs?: number
}

export function createSmtpMailer({
  smtpUrl,
  from,
  phaseMs = phaseLimitMs,
  mailMs = mailLimitMs,
}: SmtpOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: phaseMs,
      connectionTimeout: phaseMs,
      greetingTimeout: phaseMs,
      socketTimeout: phaseMs,
    },
    { from },
  )
  return {
    async send({ to, subject, body, html }, stopping) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(mailMs)])
      // As an object the address is never parsed: it cannot name further recipients.
      await transport.sendMail({ to: { name: '', address: to }, subject, text: body, html, signal })
    },
  }
}
