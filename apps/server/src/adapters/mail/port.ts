export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
}

/** Sends one mail or throws; the outbox tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
