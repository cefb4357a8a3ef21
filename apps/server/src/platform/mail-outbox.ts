/** The mail outbox: a row and a job written in the transaction, retried until the mail server accepts it. */
import { createHash } from 'node:crypto'
import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database, Log, Tx } from './database/database.ts'
import { insertJobs, type TaskHandler } from './jobs/jobs.ts'
import { mailHtml, type OwnUrlRule } from './mail-html.ts'

export interface OutgoingMail {
  to: string
  subject: string
  /** Plain text. A line that is only one of our own addresses becomes a button in the HTML part. */
  body: string
  /** Language of `body`; English when absent. */
  language?: Language
  /** Unique key: queueing the same occasion again does nothing. Delivery is at least once: a crash while sending repeats it. */
  occasion: string
  /** Ends these mails by a POST without signing in: becomes the headers of RFC 8058. */
  unsubscribeUrl?: string
  /** Not sent after this time. */
  expiresAt?: Date
}

/** Old accounts may have addresses that the current rule refuses: none may name additional recipients. */
const isMailable = (to: string): boolean =>
  /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(to)

const sendMailTask = 'mail.send'

export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<void> {
  await queueMails(tx, [mail])
}

/** Queues many mails and their jobs with one statement. */
export async function queueMails(tx: Tx, mails: readonly OutgoingMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({ ...mail, language: mail.language ?? defaultLanguage }))
  await insertJobs(
    tx,
    sendMailTask,
    sql`waiting AS (
      INSERT INTO mail_outbox (recipient, subject, body, language, occasion, unsubscribe_url, expires_at)
      SELECT given.to, given.subject, given.body, given.language, given.occasion, given."unsubscribeUrl", given."expiresAt"
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS given ("to" text, subject text, body text, language text, occasion text, "unsubscribeUrl" text,
                    "expiresAt" timestamptz)
      ON CONFLICT (occasion) DO NOTHING RETURNING json_build_object('mailId', id) AS job)`,
  )
}

/** Deletes the address's mails: nothing more is sent, and no record remains. */
export async function forgetRecipient(tx: Tx, email: string): Promise<void> {
  await sql`DELETE FROM mail_outbox WHERE recipient::citext = ${email}::citext`.execute(tx)
}

/** Deletes sent mails; unsent mails are kept whatever their age. */
export async function sweepSentMail(database: Database, sentBefore: Date): Promise<void> {
  await sql`DELETE FROM mail_outbox WHERE sent_at < ${sentBefore}`.execute(database.kysely)
}

interface Sender {
  send(
    mail: { id: string; to: string; subject: string; body: string; html: string; unsubscribeUrl?: string },
    stopping: AbortSignal,
  ): Promise<void>
}

export function mailTasks(
  database: Database,
  mailer: Sender,
  isOwnUrl: OwnUrlRule,
  { log, clock }: { log: Log; clock: Clock },
): Record<string, TaskHandler> {
  return {
    async [sendMailTask](payload, { signal }) {
      const { mailId } = payload as { mailId: number }
      const found = await sql<{
        occasion: string
        recipient: string
        subject: string
        body: string
        language: Language
        unsubscribeUrl: string | null
        expiresAt: Date | null
      }>`
        SELECT occasion, recipient, subject, body, language, unsubscribe_url AS "unsubscribeUrl", expires_at AS "expiresAt" FROM mail_outbox WHERE id = ${mailId} AND sent_at IS NULL`.execute(
        database.kysely,
      )
      const mail = found.rows[0]
      if (!mail) return
      const { recipient: to, subject, body, unsubscribeUrl, expiresAt } = mail
      const id = createHash('sha256').update(mail.occasion).digest('hex').slice(0, 32)
      const html = mailHtml(mail, isOwnUrl)
      const message = { id, to, subject, body, html, ...(unsubscribeUrl && { unsubscribeUrl }) }
      if (expiresAt && expiresAt < clock.now())
        log.warn({ mailId }, 'mail skipped: expired before it was sent')
      else if (isMailable(to)) await mailer.send(message, signal)
      else log.warn({ mailId }, 'mail skipped: invalid address')
      // The text may hold a secret link, so it is deleted once sent.
      await sql`UPDATE mail_outbox SET sent_at = now(), body = '', unsubscribe_url = NULL WHERE id = ${mailId}`.execute(
        database.kysely,
      )
    },
  }
}
