/** Writes a row and a job for each mail in the transaction, and retries until the mail server accepts the mail. */
import { createHash } from 'node:crypto'
import { shownSender } from '@apogee/contracts/businesses/sender-names.ts'
import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database, Log, Tx } from '../database/database.ts'
import { insertJobs, type TaskHandler } from '../jobs/jobs.ts'
import { footerOf, type MailBrand } from './mail-brand.ts'
import { mailHtml, type OwnUrlRule } from './mail-html.ts'
import { speakerOf, type Speaker } from './mail-speakers.ts'

export interface OutgoingMail {
  to: string
  subject: string
  /** The body is plain text. A line that is only one of the product's addresses becomes a button in the HTML part. */
  body: string
  /** `body` is in this language. The default is English. */
  language?: Language
  /**
   * The occasion is unique: a mail with an occasion that was queued before is not queued. Delivery is at least once, because a
   * crash while sending repeats it.
   */
  occasion: string
  /** A POST to this address ends mails of this kind without signing in. It becomes the headers of RFC 8058. */
  unsubscribeUrl?: string
  /**
   * This is the seller that causes the mail, or null. The mail is not sent while the seller is suspended. If it is about a course,
   * it counts at the time `at` as one of the mails of the course to this address within a day. Mails beyond `sellerMailsADay` are
   * not queued.
   */
  seller: { courseId: number; at: Date } | { sellerId: number } | null
  /** The seller who speaks in the mail, where `seller` is null because a suspension must not withhold the mail. */
  speaker?: Speaker
  /** The mail is not sent after this time. */
  expiresAt?: Date
}

/**
 * Returns whether mail may be sent to this address. Addresses of old accounts that the current rule refuses could name additional
 * recipients.
 */
const isMailable = (to: string): boolean =>
  /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(to)

/**
 * A longer occasion is replaced by its digest. PostgreSQL refuses an index entry above 2,704 bytes, such as the ids of a thousand
 * orders.
 */
const longestOccasion = 500
const indexable = (occasion: string): string =>
  occasion.length > longestOccasion ? createHash('sha256').update(occasion).digest('hex') : occasion

const sendMailTask = 'mail.send'

/** The people of one course may cause at most this many mails to one address within 24 hours (docs/decisions/announcements.md). */
export const sellerMailsADay = 5
const dayMs = 24 * 3_600_000

export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<void> {
  await queueMails(tx, [mail])
}

/** Queues many mails and their jobs with one statement. */
export async function queueMails(tx: Tx, mails: readonly OutgoingMail[]): Promise<void> {
  const rows = (await withinBudget(tx, mails)).map(({ seller, speaker, ...mail }) => ({
    ...mail,
    ...seller,
    ...columnsOf(speakerOf({ ...mail, seller, ...(speaker && { speaker }) })),
    occasion: indexable(mail.occasion),
    language: mail.language ?? defaultLanguage,
  }))
  if (rows.length === 0) return
  await insertJobs(
    tx,
    sendMailTask,
    sql`waiting AS (
      INSERT INTO mail_outbox (recipient, subject, body, language, occasion, unsubscribe_url, expires_at,
                               course_id, counted_at, seller_id, speaker_id, speaker_course_id)
      SELECT given.to, given.subject, given.body, given.language, given.occasion, given."unsubscribeUrl", given."expiresAt",
             given."courseId", given.at, given."sellerId", given."speakerId", given."speakerCourseId"
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS given ("to" text, subject text, body text, language text, occasion text, "unsubscribeUrl" text,
                    "expiresAt" timestamptz,
                    "courseId" bigint, at timestamptz, "sellerId" bigint, "speakerId" bigint, "speakerCourseId" bigint)
      ON CONFLICT (occasion) DO NOTHING RETURNING json_build_object('mailId', id) AS job)`,
  )
}

const columnsOf = (speaker: Speaker | null) =>
  speaker && ('courseId' in speaker ? { speakerCourseId: speaker.courseId } : { speakerId: speaker.sellerId })

/**
 * Returns the mails that the budgets of their courses still allow, in the same order. Holds a lock for each course until `tx` ends.
 */
async function withinBudget(tx: Tx, mails: readonly OutgoingMail[]): Promise<OutgoingMail[]> {
  const courses = new Map<number, Date>()
  for (const { seller } of mails) if (seller && 'courseId' in seller) courses.set(seller.courseId, seller.at)
  const left = new Map<string, number>()
  for (const [courseId, at] of [...courses].toSorted(([a], [b]) => a - b)) {
    const addresses = mails.flatMap(({ seller, to }) =>
      seller && 'courseId' in seller && seller.courseId === courseId ? [to] : [],
    )
    for (const { to, mailsLeft } of await sellerMailsLeft(tx, { courseId, at }, addresses))
      left.set(`${courseId} ${to}`, mailsLeft)
  }
  return mails.filter(({ seller, to }) => {
    if (!seller || !('courseId' in seller)) return true
    const key = `${seller.courseId} ${to}`
    const mailsLeft = left.get(key) ?? 0
    left.set(key, mailsLeft - 1)
    return mailsLeft > 0
  })
}

/** Returns the remaining budget of the course for each address today. */
export async function sellerMailsLeft(
  tx: Tx,
  { courseId, at }: { courseId: number; at: Date },
  addresses: readonly string[],
): Promise<{ to: string; mailsLeft: number }[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('mails of a course', ${courseId}))`.execute(tx)
  const found = await sql<{ to: string; mailsLeft: number }>`
    SELECT asked."to", ${sellerMailsADay} - count(m.id)::int AS "mailsLeft"
      FROM (SELECT DISTINCT unnest(${[...addresses]}::text[]) AS "to") asked
      LEFT JOIN mail_outbox m ON m.recipient::citext = asked."to"::citext AND m.course_id = ${courseId}
                             AND m.counted_at > ${new Date(at.getTime() - dayMs)}
     GROUP BY asked."to"`.execute(tx)
  return found.rows
}

/** Deletes the mails of these occasions that have not been sent. Returns the occasions whose mails have been sent. */
export async function dropUnsentMails(tx: Tx, occasions: readonly string[]): Promise<Set<string>> {
  const keys = occasions.map(indexable)
  const found = await sql<{ occasion: string }>`
    WITH dropped AS (DELETE FROM mail_outbox WHERE occasion = ANY(${keys}::text[]) AND sent_at IS NULL)
    SELECT occasion FROM mail_outbox WHERE occasion = ANY(${keys}::text[]) AND sent_at IS NOT NULL`.execute(
    tx,
  )
  const sent = new Set(found.rows.map(({ occasion }) => occasion))
  return new Set(occasions.filter((occasion) => sent.has(indexable(occasion))))
}

/** Deletes all mails of the address, so that nothing more is sent and no record remains. */
export async function forgetRecipient(tx: Tx, email: string): Promise<void> {
  await sql`DELETE FROM mail_outbox WHERE recipient::citext = ${email}::citext`.execute(tx)
}

/** Deletes sent mails. Unsent mails stay, whatever their age. */
export async function sweepSentMail(database: Database, sentBefore: Date): Promise<void> {
  await sql`DELETE FROM mail_outbox WHERE sent_at < ${sentBefore}`.execute(database.kysely)
}

interface SentMail {
  id: string
  to: string
  subject: string
  body: string
  html: string
  unsubscribeUrl?: string
  senderName?: string
  replyTo?: string
}

interface MailRow {
  occasion: string
  recipient: string
  subject: string
  body: string
  language: Language
  unsubscribeUrl: string | null
  expiresAt: Date | null
  courseId: number | null
  sellerId: number | null
  speakerId: number | null
  speakerCourseId: number | null
}

/** Returns the mail as it is sent: under the name and brand of the seller who speaks, if the seller has chosen one. */
function sentMail(mail: MailRow, brand: MailBrand | null, isOwnUrl: OwnUrlRule): SentMail {
  const { recipient: to, subject, unsubscribeUrl } = mail
  const id = createHash('sha256').update(mail.occasion).digest('hex').slice(0, 32)
  const footer = brand ? footerOf(brand) : ''
  return {
    id,
    to,
    subject,
    body: footer === '' ? mail.body : `${mail.body}\n\n${footer}`,
    html: mailHtml(mail, isOwnUrl, brand),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    ...(brand && brand.senderName !== '' && { senderName: shownSender(brand.senderName) }),
    ...(brand?.replyTo && { replyTo: brand.replyTo }),
  }
}

interface Sender {
  send(mail: SentMail, stopping: AbortSignal): Promise<void>
}

export function mailTasks(
  database: Database,
  mailer: Sender,
  isOwnUrl: OwnUrlRule,
  {
    log,
    clock,
    isSuspended,
    brandOf,
  }: {
    log: Log
    clock: Clock
    /**
     * Returns whether the seller is suspended. It is called when a mail is sent, because the suspension may have begun after the
     * mail was queued.
     */
    isSuspended: (seller: { courseId: number | null; sellerId: number | null }) => Promise<boolean>
    /** Returns the brand of the seller who speaks, when the mail is sent. */
    brandOf: (speaker: { courseId: number | null; sellerId: number | null }) => Promise<MailBrand | null>
  },
): Record<string, TaskHandler> {
  return {
    async [sendMailTask](payload, { signal }) {
      const { mailId } = payload as { mailId: number }
      const found = await sql<MailRow>`
        SELECT occasion, recipient, subject, body, language, unsubscribe_url AS "unsubscribeUrl", expires_at AS "expiresAt",
               course_id AS "courseId", seller_id AS "sellerId", speaker_id AS "speakerId",
               speaker_course_id AS "speakerCourseId"
          FROM mail_outbox WHERE id = ${mailId} AND sent_at IS NULL`.execute(database.kysely)
      const mail = found.rows[0]
      if (!mail) return
      const { recipient: to, expiresAt, speakerId: sellerId, speakerCourseId: courseId } = mail
      const brand = (sellerId ?? courseId) === null ? null : await brandOf({ sellerId, courseId })
      const message = sentMail(mail, brand, isOwnUrl)
      if (expiresAt && expiresAt < clock.now())
        log.warn({ mailId }, 'mail skipped: expired before it was sent')
      else if ((mail.courseId ?? mail.sellerId) !== null && (await isSuspended(mail)))
        log.warn({ mailId }, 'mail skipped: its seller is suspended')
      else if (isMailable(to)) await mailer.send(message, signal)
      else log.warn({ mailId }, 'mail skipped: invalid address')
      // The text is deleted once it is sent, because it may contain a secret link.
      await sql`UPDATE mail_outbox SET sent_at = now(), body = '', unsubscribe_url = NULL WHERE id = ${mailId}`.execute(
        database.kysely,
      )
    },
  }
}
