export interface Mail {
  /** The id consists of letters and digits. It is the same for each attempt, so that a mail server can recognise duplicates. */
  id: string
  to: string
  subject: string
  /** The body is plain text. */
  body: string
  /** The HTML document contains the same text as `body`. */
  html: string
  /** The mail comes from this name and the usual address. */
  senderName?: string
  /** Answers go to this address. */
  replyTo?: string
  /** A POST to this address unsubscribes the recipient (`headersOf`). */
  unsubscribeUrl?: string
}

/**
 * Returns the headers that every mail has. They keep programs from answering it with a note of absence (RFC 3834), and let the
 * recipient unsubscribe by one press (RFC 8058).
 */
export const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** Sends one mail within a bounded time, or throws. The outbox retries failed mails. */
export interface Mailer {
  /** The transmission is aborted when `stopping` aborts. */
  send(mail: Mail, stopping: AbortSignal): Promise<void>
}
