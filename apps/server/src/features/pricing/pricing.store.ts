/** Stores coupons and their uses. Course prices are only read here, because the courses feature writes them. */
import { accessIn } from '#server/policy/access-columns.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { OrderId } from '@apogee/domain/ids.ts'
import { sql } from 'kysely'
import { matchesPattern, matchesWords, sortForm } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import type { Code, Item, CodeUses } from './pricing.rules.ts'

/** A course as an item of the price list. Its key is the course's id. */
export type Offer = Item & {
  title: string
  /** The seller's current money-back promise, which a new order line stores. */
  moneyBackDays: number
  moneyBackPercent: number
  /** The current length of access, which a new order line promises. Null means that access has no end. */
  access: AccessLength | null
  /** True if the seller is suspended, so that nobody can get the course. */
  isWithheld: boolean
}

type OfferRow = Omit<Offer, 'sale'> & {
  salePriceCents: number | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
}

/**
 * A single course, which is the usual purchase, has a condition of its own. PostgreSQL would plan the condition for a list anew
 * each time.
 */
const isOneOf = (ids: readonly number[]) => {
  const [id] = ids
  return ids.length === 1 ? sql`c.id = ${id}` : sql`c.id = ANY(${[...ids]}::bigint[])`
}

/**
 * Returns offers in the order of ids, which is the order of locks. With `lock`, their prices cannot change until the transaction
 * ends.
 */
export async function offersOf(db: Db, ids: readonly number[], { lock = false } = {}): Promise<Offer[]> {
  const found = await sql<OfferRow>`
    SELECT c.id AS key, c.title, c.seller_id AS "sellerId", c.price_cents AS "listCents",
           c.sale_price_cents AS "salePriceCents", c.sale_starts_at AS "saleStartsAt", c.sale_ends_at AS "saleEndsAt",
           s.tax_basis_points AS "taxBasisPoints", s.fee_basis_points AS "feeBasisPoints",
           s.money_back_days AS "moneyBackDays", s.money_back_percent AS "moneyBackPercent",
           ${accessIn('c')} AS access, c.is_withheld AS "isWithheld"
      FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
     WHERE ${isOneOf(ids)} ORDER BY c.id ${lock ? sql`FOR SHARE OF c` : sql``}`.execute(db)
  return found.rows.map(({ salePriceCents, saleStartsAt, saleEndsAt, ...offer }) => ({
    ...offer,
    sale:
      salePriceCents === null
        ? null
        : { priceCents: salePriceCents, startsAt: saleStartsAt, endsAt: saleEndsAt },
  }))
}

export type CodeRow = Code & { id: number; code: string }

const codeColumns = sql`
  u.id, u.code::text AS code, u.seller_id AS "sellerId", u.course_id AS "itemKey",
  CASE WHEN u.amount_cents IS NULL THEN json_build_object('percentBasisPoints', u.percent_basis_points)
       ELSE json_build_object('amountCents', u.amount_cents) END AS worth,
  u.starts_at AS "startsAt", u.ends_at AS "endsAt", u.archived_at IS NOT NULL AS "isArchived",
  u.max_uses AS "maxUses", u.once_per_person AS "oncePerPerson"`

/** Finds a code whatever its case. */
export async function codeByText(db: Db, code: string): Promise<CodeRow | undefined> {
  const found =
    await sql<CodeRow>`SELECT ${codeColumns} FROM coupons u WHERE u.code = ${code}::citext`.execute(db)
  return found.rows[0]
}

/**
 * Locks a code against changes until the transaction ends. The users of a limited code also wait for each other. The lock does not
 * block settlements that refer to the code.
 */
export async function lockCode(tx: Tx, { id, maxUses }: Pick<CodeRow, 'id' | 'maxUses'>): Promise<CodeRow> {
  const strength = maxUses === null ? sql`FOR SHARE` : sql`FOR NO KEY UPDATE`
  const found = await sql<CodeRow>`
    SELECT ${codeColumns} FROM coupons u WHERE u.id = ${id} ${strength}`.execute(tx)
  const [code] = found.rows
  if (!code) throw new Error(`coupon ${id} does not exist`)
  // A limit was set while this transaction waited, so a stronger lock is taken.
  return maxUses === null && code.maxUses !== null ? lockCode(tx, code) : code
}

/** Counts uses of a code by paid orders and reservations by orders that can be paid, except those of the orders `except`. */
export async function usesOf(
  db: Db,
  { id: couponId }: Pick<CodeRow, 'id'>,
  asked: { buyerId: number | null; now: Date; except: readonly OrderId[] },
): Promise<CodeUses> {
  const found = await sql<CodeUses>`
    SELECT count(*)::int AS taken, count(*) FILTER (WHERE buyer_id = ${asked.buyerId})::int AS "takenByBuyer"
      FROM coupon_uses
     WHERE coupon_id = ${couponId} AND (reserved_until IS NULL OR reserved_until > ${asked.now})
       AND order_id <> ALL(${[...asked.except]}::bigint[])`.execute(db)
  return found.rows[0] ?? { taken: 0, takenByBuyer: 0 }
}

/** Returns the buyer's unpaid orders that have reserved a use of the code. */
export async function reservationsOf(
  db: Db,
  couponId: number,
  buyerId: number,
): Promise<{ orderId: OrderId; courseIds: number[] }[]> {
  const found = await sql<{ orderId: OrderId; courseIds: number[] }>`
    SELECT r.order_id AS "orderId",
           (SELECT coalesce(json_agg(l.course_id), '[]') FROM order_lines l WHERE l.order_id = r.order_id) AS "courseIds"
      FROM coupon_uses r
     WHERE r.coupon_id = ${couponId} AND r.buyer_id = ${buyerId} AND r.reserved_until IS NOT NULL`.execute(db)
  return found.rows
}

/** Reserves a use of the code for an order, or extends its reservation. */
export async function reserve(
  tx: Tx,
  reservation: { orderId: OrderId; couponId: number; buyerId: number; until: Date },
): Promise<void> {
  await sql`
    INSERT INTO coupon_uses (order_id, coupon_id, buyer_id, reserved_until)
    VALUES (${reservation.orderId}, ${reservation.couponId}, ${reservation.buyerId}, ${reservation.until})
    ON CONFLICT (order_id) DO UPDATE SET reserved_until = excluded.reserved_until
     WHERE coupon_uses.reserved_until IS NOT NULL`.execute(tx)
}

/** Records that a paid order used its code, even when the reservation has expired. Does nothing for an order without a code. */
export async function markCodeUsed(tx: Tx, orderId: OrderId): Promise<void> {
  await sql`
    INSERT INTO coupon_uses (order_id, coupon_id, buyer_id)
    SELECT id, coupon_id, buyer_id FROM orders WHERE id = ${orderId} AND coupon_id IS NOT NULL
    ON CONFLICT (order_id) DO UPDATE SET reserved_until = NULL`.execute(tx)
}

/** Deletes the order's reservation of a code, but not the use of a paid order. */
export async function releaseCode(tx: Tx, orderId: OrderId): Promise<void> {
  await sql`DELETE FROM coupon_uses WHERE order_id = ${orderId} AND reserved_until IS NOT NULL`.execute(tx)
}

/** Selects the coupons of all sellers, or of one seller. */
export type PriceScope = { all: true } | { sellerId: number }

export interface CouponRow {
  id: number
  code: string
  percentBasisPoints: number | null
  amountCents: number | null
  courseId: number | null
  courseTitle: string | null
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  oncePerPerson: boolean
  used: number
  reserved: number
  archivedAt: Date | null
  sellerName: string | null
  createdAt: Date
  version: number
}

const within = (scope: PriceScope) => ('all' in scope ? sql`true` : sql`u.seller_id = ${scope.sellerId}`)
const couponColumns = (now: Date) => sql`
  u.id, u.code::text AS code, u.percent_basis_points AS "percentBasisPoints", u.amount_cents AS "amountCents",
  u.course_id AS "courseId", c.title AS "courseTitle", u.starts_at AS "startsAt", u.ends_at AS "endsAt",
  u.max_uses AS "maxUses", u.once_per_person AS "oncePerPerson",
  (SELECT count(*)::int FROM coupon_uses p WHERE p.coupon_id = u.id AND p.reserved_until IS NULL) AS used,
  (SELECT count(*)::int FROM coupon_uses p WHERE p.coupon_id = u.id AND p.reserved_until > ${now}) AS reserved,
  u.archived_at AS "archivedAt", s.name AS "sellerName", u.created_at AS "createdAt",
  ${versionOf('coupon', 'u.id')} AS version`
const couponJoins = sql`
  JOIN seller_cards s ON s.id = u.seller_id
  LEFT JOIN course_cards c ON c.id = u.course_id`

export interface CouponFilter {
  state?: 'open' | 'archived' | undefined
  sellerId?: number | undefined
}

export type FoundCoupon = Pick<
  CouponRow,
  'id' | 'code' | 'courseTitle' | 'endsAt' | 'archivedAt' | 'sellerName'
>

/** Returns coupons whose code or course has the words of the pattern, the newest first. */
export async function couponsWith(
  db: Db,
  scope: PriceScope,
  pattern: string,
  limit: number,
): Promise<FoundCoupon[]> {
  const found = await sql<FoundCoupon>`
    SELECT u.id, u.code::text AS code, c.title AS "courseTitle", u.ends_at AS "endsAt", u.archived_at AS "archivedAt",
           s.name AS "sellerName"
      FROM coupons u ${couponJoins}
     WHERE ${within(scope)} AND (${matchesPattern(sql`u.code::text`, pattern)} OR ${matchesWords(sql`c.title`, pattern)})
     ORDER BY u.id DESC LIMIT (${limit}::int8)`.execute(db)
  return found.rows
}

export async function pageOfCoupons(
  db: Db,
  scope: PriceScope,
  asked: CouponFilter & { now: Date },
  page: PageRequest,
): Promise<{ rows: CouponRow[]; total: number }> {
  const { state, sellerId = null, now } = asked
  const kept = sql`
    (${state ?? null}::text IS NULL OR (u.archived_at IS NOT NULL) = ${state === 'archived'})
    AND (${sellerId}::bigint IS NULL OR u.seller_id = ${sellerId})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM coupons u WHERE ${within(scope)} AND ${kept} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<CouponRow>`
    SELECT ${couponColumns(now)} FROM coupons u ${couponJoins}
     WHERE ${within(scope)} AND ${kept} AND ${newestPage('u.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns the sellers who have coupons, by name. A selection list contains at most 500. */
export async function sellersWithCoupons(db: Db): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`
    SELECT s.id, coalesce(s.shown_name, 'Seller ' || s.id) AS name
      FROM seller_cards s
     WHERE EXISTS (SELECT FROM coupons u WHERE u.seller_id = s.id)
     ORDER BY ${sortForm(sql`coalesce(s.name, 'Apogee')`)}, s.id LIMIT 500`.execute(db)
  return found.rows
}

export async function couponById(
  db: Db,
  scope: PriceScope,
  id: number,
  now: Date,
): Promise<CouponRow | undefined> {
  const found = await sql<CouponRow>`
    SELECT ${couponColumns(now)} FROM coupons u ${couponJoins} WHERE u.id = ${id} AND ${within(scope)}`.execute(
    db,
  )
  return found.rows[0]
}

export async function lockCoupon(tx: Tx, scope: PriceScope, id: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM coupons u WHERE u.id = ${id} AND ${within(scope)} FOR NO KEY UPDATE`.execute(tx)
  return found.rows.length > 0
}

export interface NewCoupon {
  sellerId: number
  code: string
  percentBasisPoints: number | null
  amountCents: number | null
  courseId: number | null
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  oncePerPerson: boolean
  createdBy: number
  createdAt: Date
}

/** Returns undefined if the code exists already, for any seller. */
export async function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<number | undefined> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO coupons (seller_id, code, percent_basis_points, amount_cents, course_id, starts_at, ends_at, max_uses,
                         once_per_person, created_by, created_at)
    VALUES (${coupon.sellerId}, ${coupon.code}, ${coupon.percentBasisPoints}, ${coupon.amountCents}, ${coupon.courseId},
            ${coupon.startsAt}, ${coupon.endsAt}, ${coupon.maxUses}, ${coupon.oncePerPerson}, ${coupon.createdBy},
            ${coupon.createdAt})
    ON CONFLICT (code) DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows[0]?.id
}

/** Requires that the coupon is locked. */
export async function saveCoupon(
  tx: Tx,
  id: number,
  { endsAt, maxUses, archivedAt }: Pick<CouponRow, 'endsAt' | 'maxUses' | 'archivedAt'>,
): Promise<void> {
  await sql`
    UPDATE coupons SET ends_at = ${endsAt}, max_uses = ${maxUses}, archived_at = ${archivedAt}
     WHERE id = ${id}`.execute(tx)
}

/** Locks a published course of this seller, so that it cannot be deleted until the transaction ends. Returns whether it exists. */
export async function holdCourse(tx: Tx, sellerId: number, courseId: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM course_cards WHERE id = ${courseId} AND seller_id = ${sellerId} AND is_published FOR SHARE`.execute(
    tx,
  )
  return found.rows.length > 0
}
