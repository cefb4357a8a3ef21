export interface Mail {
  /** The id consists of letters and digits. It is the same for each attempt, so that a mail server can recognise duplicates. */
  id: string
  to: string
  subject: string
  /** The value is plain text. */
  body: string
  /** The value is the same text as a complete HTML document. */
  html: string
  /** A POST to this address unsubscribes the recipient (`headersOf`). */
  unsubscribeUrl?: string
}

/**
 * Returns the headers of every mail: no program answers it with a note of absence (RFC 3834), and one press unsubscribes the
 * recipient (RFC 8058).
 */
export const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** Sends one mail within a bounded time or throws; the outbox retries. */
export interface Mailer {
  /** Aborts the transmission when `stopping` aborts. */
  send(mail: Mail, stopping: AbortSignal): Promise<void>
}
