export interface Mail {
  /** Letters and digits; the same for each attempt to send this mail, so that a mail server can recognise the second one. */
  id: string
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** The same text as a complete HTML document. */
  html: string
  /** Ends such mails by a POST: `unsubscribeHeaders`. */
  unsubscribeUrl?: string
}

/** The headers by which mail programs offer one press to unsubscribe (RFC 8058). */
export const unsubscribeHeaders = ({ unsubscribeUrl }: Mail): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** Sends one mail within a bounded time or throws; the outbox retries. */
export interface Mailer {
  /** Aborts when `stopping` aborts. */
  send(mail: Mail, stopping: AbortSignal): Promise<void>
}
