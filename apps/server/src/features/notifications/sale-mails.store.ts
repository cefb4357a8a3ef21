/** Stores each person's choice of sale mails, and the sales that wait for the daily mail. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { SaleMailChoice } from '@apogee/contracts/notifications/notifications.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface SoldOrder {
  /** The source of the order's posting in the ledger. */
  source: string
  /** The order's public id. */
  orderId: string
  courseTitles: string[]
}

export interface SellerPerson {
  userId: number
  email: string
  name: string | null
  isProven: boolean
  language: Language
  wanted: SaleMailChoice
}

const choiceBy = (userId: RawBuilder<unknown>) =>
  sql`coalesce((SELECT c.wanted FROM sale_mail_choices c WHERE c.user_id = ${userId}), 'each')`

/** The order lines with a price above zero, joined with the people who sell them: a business's admins, or the lone seller. */
const soldLines = sql`
  orders o JOIN order_lines l ON l.order_id = o.id AND l.price_cents > 0
  JOIN seller_people p ON p.seller_id = l.seller_id AND NOT p.is_platform`

const soldOrder = sql`
  'order:' || o.id AS source, o.public_id AS "orderId", array_agg(l.title ORDER BY l.id) AS "courseTitles"`

/** Selects the lines of these orders that a person sells, with the source of their posting in the ledger. */
export const soldLinesOf = (userId: number, orderIds: readonly OrderId[]): RawBuilder<unknown> => sql`
  SELECT 'order:' || o.id, l.id FROM ${soldLines} WHERE o.id = ANY(${[...orderIds]}::bigint[]) AND p.user_id = ${userId}`

export async function salesToMail(tx: Tx, orderId: OrderId): Promise<(SoldOrder & SellerPerson)[]> {
  const found = await sql<SoldOrder & SellerPerson>`
    SELECT p.user_id AS "userId", p.email::text AS email, p.name, p.language, ${choiceBy(sql`p.user_id`)} AS wanted,
           p.email_verified_at IS NOT NULL AS "isProven",
           ${soldOrder}
      FROM ${soldLines}
     WHERE o.id = ${orderId}
     GROUP BY p.user_id, p.email, p.name, p.language, p.email_verified_at, o.id ORDER BY p.user_id`.execute(
    tx,
  )
  return found.rows
}

interface ChargebackToMail extends Omit<SellerPerson, 'wanted'> {
  /** The order's public id. */
  orderId: string
  totalCents: number
  courseTitles: string[]
  /** False means that the order has other sellers, so that the platform decides about the buyer's access. */
  mayDecide: boolean
}

/** Returns the courses and the amount that a chargeback of these lines took, for each of the sellers' people. */
export async function chargebacksToMail(
  tx: Tx,
  orderId: OrderId,
  lines: readonly { lineId: number; cents: number }[],
): Promise<ChargebackToMail[]> {
  const found = await sql<ChargebackToMail>`
    SELECT p.user_id AS "userId", p.email::text AS email, p.name, p.language, p.email_verified_at IS NOT NULL AS "isProven",
           o.public_id AS "orderId", sum(taken.cents)::int8 AS "totalCents", array_agg(l.title ORDER BY l.id) AS "courseTitles",
           (SELECT count(DISTINCT one.seller_id) = 1 FROM order_lines one WHERE one.order_id = o.id) AS "mayDecide"
      FROM ${soldLines} JOIN jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS taken ("lineId" bigint, cents bigint)
        ON taken."lineId" = l.id AND taken.cents > 0
     WHERE o.id = ${orderId}
     GROUP BY p.user_id, p.email, p.name, p.language, p.email_verified_at, o.id ORDER BY p.user_id`.execute(
    tx,
  )
  return found.rows
}

export async function insertWaiting(tx: Tx, userId: number, orderId: OrderId, soldAt: Date): Promise<void> {
  await sql`
    INSERT INTO waiting_sale_mails (user_id, order_id, sold_at) VALUES (${userId}, ${orderId}, ${soldAt})
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function peopleWithWaitingSales(db: Db, before: Date): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM waiting_sale_mails WHERE sold_at < ${before} ORDER BY user_id`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** Deletes and returns the waiting sales of a person, in the order of their ids. The caller mails them in the same transaction. */
export async function takeWaitingSales(tx: Tx, userId: number, before: Date): Promise<OrderId[]> {
  const taken = await sql<{ id: OrderId }>`
    DELETE FROM waiting_sale_mails WHERE user_id = ${userId} AND sold_at < ${before} RETURNING order_id AS id`.execute(
    tx,
  )
  return taken.rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

export async function personOf(tx: Tx, userId: number): Promise<SellerPerson | undefined> {
  const found = await sql<SellerPerson>`
    SELECT u.id AS "userId", u.email::text AS email, u.name, u.language, ${choiceBy(sql`u.id`)} AS wanted,
           u.email_verified_at IS NOT NULL AS "isProven"
      FROM user_cards u WHERE u.id = ${userId} AND u.erased_at IS NULL`.execute(tx)
  return found.rows[0]
}

/** Returns the lines of these orders that this person still sells, oldest first. */
export async function salesOfPerson(
  tx: Tx,
  userId: number,
  orderIds: readonly OrderId[],
): Promise<SoldOrder[]> {
  const found = await sql<SoldOrder>`
    SELECT ${soldOrder} FROM ${soldLines}
     WHERE o.id = ANY(${[...orderIds]}::bigint[]) AND p.user_id = ${userId} GROUP BY o.id ORDER BY o.id`.execute(
    tx,
  )
  return found.rows
}

export async function choiceOf(db: Db, userId: number): Promise<SaleMailChoice> {
  const found = await sql<{ wanted: SaleMailChoice }>`
    SELECT wanted FROM sale_mail_choices WHERE user_id = ${userId}`.execute(db)
  return found.rows[0]?.wanted ?? 'each'
}

export async function saveChoice(db: Db, userId: number, choice: SaleMailChoice): Promise<void> {
  await sql`
    INSERT INTO sale_mail_choices (user_id, wanted) VALUES (${userId}, ${choice})
    ON CONFLICT (user_id) DO UPDATE SET wanted = excluded.wanted`.execute(db)
}

export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM waiting_sale_mails WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM sale_mail_choices WHERE user_id = ${userId}`.execute(tx)
}
