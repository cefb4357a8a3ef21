/** This file is the only writer of gifts. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface GiftFields {
  recipientName: string
  /** An empty text means that nothing is mailed. */
  recipientEmail: string
  message: string
  language: Language
  /** The day in Malaysia. Null means at once. */
  sendOn: string | null
}

export interface GiftCode {
  digest: Buffer
  sealed: Buffer
}

export interface GiftCourse {
  id: number
  /** The title of the time of the order. */
  title: string
  imagePublicId: string | null
  isListed: boolean
  /** False means that the course was refunded, or that the order is not paid. */
  isGiven: boolean
}

export interface GiftRow extends GiftFields {
  orderId: OrderId
  publicId: string
  buyerId: number
  /** The person who chose the recipient: the buyer, or a recipient who has passed the gift on. */
  giverId: number
  /** Null means that the account was erased. */
  giverName: string | null
  isGiverProven: boolean
  isGiverErased: boolean
  /** True if the code that found the gift is the former one, with which it was passed on. */
  isFormerCode: boolean
  isPaid: boolean
  /** True while the buyer asks for a refund of a course, a refund is under way, or the buyer's bank has taken money back. */
  isReturning: boolean
  learnerId: number | null
  codeSealed: Buffer
  mailedAt: Date | null
  takenAt: Date | null
  courses: GiftCourse[]
}

const noDigest = Buffer.alloc(0)
const columns = (digest: Buffer = noDigest) => sql`
  g.order_id AS "orderId", o.public_id AS "publicId", o.buyer_id AS "buyerId", g.giver_id AS "giverId", u.name AS "giverName",
  u.email_verified_at IS NOT NULL AS "isGiverProven", u.id IS NULL AS "isGiverErased", g.code_digest <> ${digest} AS "isFormerCode",
  o.settled_at IS NOT NULL AS "isPaid", o.is_returning AS "isReturning", o.learner_id AS "learnerId",
  g.recipient_name AS "recipientName", g.recipient_email::text AS "recipientEmail", g.message, g.language,
  g.send_on::text AS "sendOn", g.code_sealed AS "codeSealed", g.mailed_at AS "mailedAt", g.taken_at AS "takenAt",
  (SELECT json_agg(json_build_object('id', l.course_id, 'title', l.title, 'imagePublicId', v.public_id, 'isListed', c.is_listed,
                                     'isGiven', l.status = 'granted') ORDER BY l.id)
     FROM gift_lines l JOIN course_cards c ON c.id = l.course_id LEFT JOIN course_covers v ON v.course_id = c.id
    WHERE l.order_id = g.order_id) AS courses`
const joins = sql`
  JOIN gift_orders o ON o.order_id = g.order_id LEFT JOIN user_cards u ON u.id = g.giver_id AND u.erased_at IS NULL`

export async function insertGift(
  tx: Tx,
  { orderId, giverId }: { orderId: OrderId; giverId: number },
  fields: GiftFields,
  code: GiftCode,
): Promise<void> {
  await sql`
    INSERT INTO gifts (order_id, giver_id, recipient_name, recipient_email, message, language, send_on, code_digest, code_sealed)
    VALUES (${orderId}, ${giverId}, ${fields.recipientName}, ${fields.recipientEmail}, ${fields.message}, ${fields.language},
            ${fields.sendOn}::date, ${code.digest}, ${code.sealed})`.execute(tx)
}

/** Returns a gift of this buyer. Another person's gift is not found. */
export async function giftOfBuyer(db: Db, buyerId: number, publicId: string): Promise<GiftRow | undefined> {
  const found = await sql<GiftRow>`
    SELECT ${columns()} FROM gifts g ${joins} WHERE o.public_id = ${publicId} AND o.buyer_id = ${buyerId}`.execute(
    db,
  )
  return found.rows[0]
}

/** Finds a gift by its code, or by the code with which it was passed on. */
export async function giftByCode(db: Db, digest: Buffer): Promise<GiftRow | undefined> {
  const found = await sql<GiftRow>`
    SELECT ${columns(digest)} FROM gifts g ${joins} WHERE ${digest} IN (g.code_digest, g.former_digest)`.execute(
    db,
  )
  return found.rows[0]
}

/** Reads a gift whose order is locked, so that it stays as it is until the transaction ends. */
export async function giftOfOrder(tx: Tx, orderId: OrderId): Promise<GiftRow | undefined> {
  const found =
    await sql<GiftRow>`SELECT ${columns()} FROM gifts g ${joins} WHERE g.order_id = ${orderId}`.execute(tx)
  return found.rows[0]
}

/**
 * Requires that the order is locked. A gift with a new `code` or a new day is mailed again. `giverId` is another person's when the gift
 * is passed on: the replaced code then leads only that person to it.
 */
export async function saveGift(
  tx: Tx,
  orderId: OrderId,
  { giverId, ...fields }: GiftFields & { giverId: number },
  code: GiftCode | null,
): Promise<void> {
  await sql`
    UPDATE gifts SET recipient_name = ${fields.recipientName}, recipient_email = ${fields.recipientEmail},
           message = ${fields.message}, language = ${fields.language}, send_on = ${fields.sendOn}::date,
           code_digest = coalesce(${code?.digest ?? null}::bytea, code_digest),
           code_sealed = coalesce(${code?.sealed ?? null}::bytea, code_sealed),
           mailed_at = CASE WHEN ${code !== null}::boolean OR send_on IS DISTINCT FROM ${fields.sendOn}::date THEN NULL
                            ELSE mailed_at END,
           former_digest = CASE WHEN giver_id <> ${giverId} THEN code_digest ELSE former_digest END, giver_id = ${giverId}
     WHERE order_id = ${orderId}`.execute(tx)
}

export async function setMailed(tx: Tx, orderId: OrderId, at: Date): Promise<void> {
  await sql`UPDATE gifts SET mailed_at = ${at} WHERE order_id = ${orderId}`.execute(tx)
}

/** Requires that the order is locked. The address of the recipient has served its purpose. */
export async function setTaken(tx: Tx, orderId: OrderId, at: Date): Promise<void> {
  await sql`UPDATE gifts SET taken_at = ${at}, recipient_email = '' WHERE order_id = ${orderId}`.execute(tx)
}

/** Returns paid gifts that wait for their first mail until this day, with an id above `after`, in the order of ids. */
export async function unmailedAfter(db: Db, day: string, after: number): Promise<OrderId[]> {
  const found = await sql<{ id: OrderId }>`
    SELECT g.order_id AS id FROM gifts g JOIN gift_orders o ON o.order_id = g.order_id
     WHERE g.mailed_at IS NULL AND g.taken_at IS NULL AND g.recipient_email <> '' AND g.order_id > ${after}
       AND o.settled_at IS NOT NULL AND NOT o.is_returning
       AND EXISTS (SELECT FROM gift_lines l WHERE l.order_id = g.order_id AND l.status = 'granted')
       AND (g.send_on IS NULL OR g.send_on <= ${day}::date)
     ORDER BY g.order_id LIMIT 100`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Returns whether somebody has proven that the address is theirs. */
export async function isProvenAddress(tx: Tx, email: string): Promise<boolean> {
  const found = await sql`
    SELECT FROM user_cards WHERE email = ${email} AND email_verified_at IS NOT NULL AND erased_at IS NULL LIMIT 1`.execute(
    tx,
  )
  return found.rows.length > 0
}

/** Lets the gifts of an erased person be mailed at once, because nobody can change them any more. */
export async function endWaiting(tx: Tx, giverId: number): Promise<void> {
  await sql`UPDATE gifts SET send_on = NULL WHERE giver_id = ${giverId}`.execute(tx)
}

/**
 * Removes what erased people wrote about others, once the gift has been mailed or taken, and what was written for orders from before
 * `unpaidBefore` that were never paid. Codes keep working.
 */
export async function forgetRecipients(db: Db, unpaidBefore: Date): Promise<void> {
  await sql`
    UPDATE gifts g SET recipient_name = '', recipient_email = '', message = ''
      FROM gift_orders o JOIN user_cards b ON true
     WHERE o.order_id = g.order_id AND b.id = g.giver_id AND (g.recipient_name <> '' OR g.recipient_email <> '' OR g.message <> '')
       AND ((b.erased_at IS NOT NULL AND o.settled_at IS NOT NULL
             AND (g.mailed_at IS NOT NULL OR g.taken_at IS NOT NULL OR g.recipient_email = ''
               OR NOT EXISTS (SELECT FROM gift_lines l WHERE l.order_id = g.order_id AND l.status = 'granted')))
         OR (o.settled_at IS NULL AND o.created_at < ${unpaidBefore}))`.execute(db)
}

export interface SealedCode {
  id: number
  codeSealed: Buffer
}

export async function sealedCodesAfter(db: Db, id: number): Promise<SealedCode[]> {
  const found = await sql<SealedCode>`
    SELECT order_id AS id, code_sealed AS "codeSealed" FROM gifts WHERE order_id > ${id} ORDER BY order_id LIMIT 500`.execute(
    db,
  )
  return found.rows
}

export async function replaceSealed(db: Db, { id, codeSealed }: SealedCode, sealed: Buffer): Promise<void> {
  await sql`
    UPDATE gifts SET code_sealed = ${sealed} WHERE order_id = ${id} AND code_sealed = ${codeSealed}`.execute(
    db,
  )
}
