export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** The same, as a whole HTML document. */
  html: string
}

/** Sends one mail within a bounded time or throws; the outbox tries again. */
export interface Mailer {
  /** Gives up when `stopping` aborts. */
  send(mail: Mail, stopping: AbortSignal): Promise<void>
}
