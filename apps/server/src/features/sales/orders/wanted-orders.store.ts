/** Selects the orders of a seller's list: docs/decisions/lists-and-search.md. Writes nothing. */
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type { ShownOrderState } from '@apogee/contracts/sales/order-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchesLetters, matchesPattern, matchesWords } from '#server/platform/search-pattern.ts'
import { mostCounted } from '#server/platform/pages.ts'
import { chargedBackOfLine } from '../refunds/charged-back.ts'
import type { PaperNumber } from '#server/features/accounting/accounting.service.ts'
import { sellerIn, type SellerScope } from '#server/policy/seller-scope.ts'

type Condition = RawBuilder<unknown>

export interface OrderFilter {
  status?: ShownOrderState | undefined
  search?: OrderSearch | null
  /** The first and last day in Kuala Lumpur, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  courseId?: number | undefined
  sellerId?: number | undefined
}

export interface OrderSearch {
  /** A pattern that `searchPattern` returned. */
  pattern: string
  /** True if the trigram indexes can find the pattern. */
  isIndexed: boolean
  /** A buyer's full e-mail address. */
  email: string | null
  /**
   * The whole part of an address before the @, in lower case. Lists show masked addresses, and the reading of a full one is recorded,
   * so that a part of it matches nothing: nobody finds the rest letter by letter. The part after the @ is shown in lists.
   */
  nameOfAddress: string
  /** The first characters of the wanted order's number. Null if the typed text is too short or cannot be part of a number. */
  number: string | null
  /** The number of a receipt or refund note that the seller issued for the order. */
  paper: PaperNumber | null
  /** False omits the titles of the bought courses, which many orders share. */
  byTitle?: boolean
}

export interface OrderLimits {
  /** A seller with at most this number of lines has all orders compared one by one. */
  fewLines: number
  /**
   * Up to this number of candidates, all of them are read. With more candidates, the list is read in its own order until enough
   * orders match.
   */
  candidatesOfSearch: number
  candidatesOfDays: number
  /** The limits on the total of a list, and on that of a searched list. */
  counted: number
  countedOfSearch: number
}

export const usualLimits: OrderLimits = {
  fewLines: 5_000,
  candidatesOfSearch: 50_000,
  candidatesOfDays: 200_000,
  counted: 10_000,
  countedOfSearch: mostCounted,
}

export const soldBy = (scope: SellerScope): Condition => sellerIn(scope, sql`l.seller_id`)

/** Limits the lines to those of the filtered course or seller. Other lines of the order are neither shown nor added up. */
export const narrowedTo = ({
  courseId,
  sellerId,
}: Pick<OrderFilter, 'courseId' | 'sellerId'>): Condition => sql`
  ${courseId === undefined ? sql`true` : sql`l.course_id = ${courseId}`}
  AND ${sellerId === undefined ? sql`true` : sql`l.seller_id = ${sellerId}`}`

/** Returns whether some lines of an order may be left out, by the scope or by the filter. */
export const isNarrowed = (scope: SellerScope, { courseId, sellerId }: OrderFilter): boolean =>
  !('all' in scope) || courseId !== undefined || sellerId !== undefined

/** With parentheses, PostgreSQL plans the statement once for any limit. */
const limitOf = (count: number): Condition => sql`LIMIT (${count}::int8)`

// The following conditions use scalar subqueries, because PostgreSQL keeps these as subqueries. It would read all rows of a table
// for EXISTS, because the planner does not know how few orders are compared.

const isHeld = sql`(o.settled_at IS NULL AND coalesce((
  SELECT true FROM payments p WHERE p.order_id = o.id AND p.outcome = 'needs_review' AND p.state = 'paid' LIMIT 1), false))`

/** The SQL form of `stateOfOrder` for a settled order `o`. It considers only the lines of the scope. */
const settledStateOf = (scope: SellerScope): Condition => sql`(
  SELECT CASE WHEN sum(${chargedBackOfLine}) > 0 THEN 'charged_back' WHEN sum(l.refunded_cents) = 0 THEN o.state
              WHEN sum(l.refunded_cents) < sum(l.price_cents) THEN 'partly_refunded' ELSE 'refunded' END
    FROM order_lines l WHERE l.order_id = o.id AND ${soldBy(scope)})`

const isSettledState = (status: ShownOrderState): boolean =>
  status === 'paid' || status === 'refunded' || isReturnedInPart(status)

/** Returns whether a state tells of a partial return, which does not depend on the state of the payment. */
const isReturnedInPart = (status: ShownOrderState | undefined): boolean =>
  status === 'partly_refunded' || status === 'charged_back'

/** The SQL form of `stateOfOrder`. The state is written as a literal, so that the partial index orders_state_idx matches. */
function hasStatus(scope: SellerScope, status: ShownOrderState | undefined): Condition {
  if (status === undefined) return sql`true`
  if (status === 'needs_review') return isHeld
  if (!isSettledState(status))
    return sql`o.state = ${sql.lit(status)} AND o.state <> 'paid' AND NOT ${isHeld}`
  // If all lines of one seller are refunded but those of another seller are not, the order itself is still paid.
  const isPossible =
    status === 'paid' || ('all' in scope && status === 'refunded')
      ? sql`o.state = ${sql.lit(status)}`
      : sql`o.state IN ('paid', 'refunded')`
  return sql`${isPossible} AND ${settledStateOf(scope)} = ${sql.lit(status)}`
}

/** Matches every user `u` whose address `isBuyer` may match, so that an index finds them. */
const hasInAddress = (pattern: string): Condition => sql`
  u.email::text ILIKE ${pattern}`

/** Matches a buyer `u` by what the list shows of them, the name and the end of the address, or by a whole address. */
const isBuyer = ({ pattern, email, nameOfAddress }: OrderSearch): Condition => sql`(
  coalesce(${matchesWords(sql`u.name`, pattern)}, false)
  OR ${hasInAddress(pattern)}
     AND (${matchesPattern(sql`'@' || split_part(u.email::text, '@', 2)`, pattern)}
          OR lower(split_part(u.email::text, '@', 1)) = ${nameOfAddress})
  OR ${email === null ? sql`false` : sql`u.email = ${email}::citext`})`

/** Matches titles and documents only of lines in the scope, because a search must not reveal other lines of the order. */
function matches(scope: SellerScope, search: OrderSearch): Condition {
  const { pattern, number, paper, byTitle = true } = search
  const isTitled = sql`coalesce((SELECT bool_or(${matchesPattern(sql`l.title`, pattern)}) FROM order_lines l
    WHERE l.order_id = o.id AND ${soldBy(scope)}), false)`
  return sql`(
    ${byTitle ? isTitled : sql`false`}
    OR coalesce((SELECT u.erased_at IS NULL AND ${isBuyer(search)} FROM user_cards u WHERE u.id = o.buyer_id), false)
    OR ${number === null ? sql`false` : sql`starts_with(o.public_id, ${number})`}
    OR ${paper === null ? sql`false` : sql`o.id IN (${ordersOfPaper(scope, paper)})`})`
}

/** Selects the orders of a document number. Each seller has numbers of its own, so several sellers can have the same one. */
const ordersOfPaper = (scope: SellerScope, { kind, year, number }: PaperNumber): Condition => sql`
  SELECT substring(sale.source FROM 7)::bigint AS id
    FROM seller_cards s
    JOIN receipts r ON r.seller_id = s.id AND r.kind = ${kind} AND r.year = ${year} AND r.number = ${number}
    JOIN ledger_postings sale ON sale.id = r.sale_id AND sale.source LIKE 'order:%'
   WHERE ${sellerIn(scope, sql`s.id`)}`

const midnight = (day: string, after: number): Condition =>
  sql`(${day}::date + ${after}::int)::timestamp AT TIME ZONE ${sql.lit(malaysiaTimeZone)}`

const isBetween = ({ from, to }: OrderFilter): Condition => sql`
  ${from === undefined ? sql`true` : sql`o.created_at >= ${midnight(from, 0)}`}
  AND ${to === undefined ? sql`true` : sql`o.created_at < ${midnight(to, 1)}`}`

function passes(scope: SellerScope, filter: OrderFilter): Condition {
  const { status, search } = filter
  return sql`${hasStatus(scope, status)}
    AND ${search ? matches(scope, search) : sql`true`}
    AND ${isBetween(filter)}`
}

const isBefore = (id: Condition, before: number | null): Condition =>
  before === null ? sql`true` : sql`${id} < ${before}`

/** Selects those of the orders `ids` that have a line in the scope, in the order of the list. */
function ordersOf(ids: Condition, scope: SellerScope, filter: OrderFilter, before: number | null): Condition {
  const sold = sql`id IN (SELECT l.order_id FROM order_lines l WHERE ${soldBy(scope)} AND ${narrowedTo(filter)})`
  return sql`
    (SELECT DISTINCT id FROM (${ids}) ids
      WHERE ${isBefore(sql`id`, before)} AND ${isNarrowed(scope, filter) ? sold : sql`true`} ORDER BY id DESC OFFSET 0) listed
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) o`
}

const heldOrders = sql`SELECT p.order_id AS id FROM payments p WHERE p.outcome = 'needs_review' AND p.state = 'paid'`

/** The index order_lines_returned_idx serves this condition. */
const returnedOrders = sql`SELECT l.order_id AS id FROM order_lines l WHERE l.refunded_cents > 0`

/** Selects orders of the scope in the order of the list, so that PostgreSQL stops reading when enough orders match. */
function inOrder(scope: SellerScope, filter: OrderFilter, before: number | null): Condition {
  const { status } = filter
  if (status === 'needs_review') return ordersOf(heldOrders, scope, filter, before)
  if (isReturnedInPart(status)) return ordersOf(returnedOrders, scope, filter, before)
  if (!isNarrowed(scope, filter)) return sql`orders o CROSS JOIN LATERAL (SELECT o.id) listed`
  // An unpaid order has no granted line, so order_lines_not_granted_idx finds it.
  const ofStatus = status !== undefined && status !== 'paid' ? sql`l.status <> 'granted'` : sql`true`
  return sql`
    (SELECT DISTINCT l.order_id AS id FROM order_lines l
      WHERE ${soldBy(scope)} AND ${narrowedTo(filter)} AND ${ofStatus} AND ${isBefore(sql`l.order_id`, before)}
      ORDER BY l.order_id DESC OFFSET 0) listed
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) o`
}

/** Selects whether the scope has too many orders for comparing them one by one. */
const isLarge = (scope: SellerScope): Condition =>
  'all' in scope ? sql`true` : sql`(SELECT is_large FROM size)`

interface Candidates {
  /**
   * A query of `id` for candidate orders of all sellers. It may contain duplicates. It contains every match unless there are more
   * than `most` candidates.
   */
  ids: Condition
  most: number
}

function searchCandidates(scope: SellerScope, search: OrderSearch, most: number): Candidates {
  const { pattern, isIndexed, email, number, paper, byTitle = true } = search
  const limit = sql`LIMIT ${sql.lit(most + 1)}`
  const boughtBy = (found: Condition) =>
    sql`(SELECT bought.id FROM user_cards u CROSS JOIN LATERAL (SELECT o.id FROM orders o WHERE o.buyer_id = u.id OFFSET 0) bought
          WHERE ${isLarge(scope)} AND u.erased_at IS NULL AND ${found} ${limit})`
  const parts = isIndexed
    ? [boughtBy(matchesWords(sql`u.name`, pattern)), boughtBy(hasInAddress(pattern))]
    : [boughtBy(matchesLetters(sql`u.name`, pattern))]
  if (byTitle)
    parts.push(
      sql`(SELECT l.order_id AS id FROM order_lines l WHERE ${isLarge(scope)} AND ${matchesPattern(sql`l.title`, pattern)} ${limit})`,
    )
  if (email !== null) parts.push(boughtBy(sql`u.email = ${email}::citext`))
  if (number !== null)
    parts.push(sql`(SELECT o.id FROM orders o WHERE ${isLarge(scope)} AND ${startsWith(number)} ${limit})`)
  if (paper !== null) parts.push(sql`(${ordersOfPaper(scope, paper)})`)
  return { ids: sql.join(parts, sql` UNION ALL `), most }
}

/** Compares by bytes, like the index orders_number_key. Numbers contain no character after 'z', which '{' follows. */
const startsWith = (number: string): Condition =>
  sql`o.public_id ~>=~ ${number} AND o.public_id ~<~ ${`${number}{`}`

const candidatesOf = (scope: SellerScope, filter: OrderFilter, limits: OrderLimits): Candidates | null => {
  // Buyers' names have an index of single letters, titles have none.
  if (filter.search)
    return filter.search.isIndexed || filter.search.byTitle === false
      ? searchCandidates(scope, filter.search, limits.candidatesOfSearch)
      : null
  if (filter.from === undefined && filter.to === undefined) return null
  const most = limits.candidatesOfDays
  return {
    ids: sql`SELECT o.id FROM orders o WHERE ${isLarge(scope)} AND ${isBetween(filter)} LIMIT ${sql.lit(most + 1)}`,
    most,
  }
}

/**
 * Returns common table expressions, and a query of `id` and `is_settled` for the `count` newest wanted orders before `before`. The
 * query may return more rows, and in any order.
 */
export function wantedOrders(
  scope: SellerScope,
  filter: OrderFilter,
  { before, count }: { before: number | null; count: number },
  limits: OrderLimits,
): { tables: Condition[]; found: Condition } {
  const read = (from: Condition, where: Condition) => sql`
    SELECT o.id, o.settled_at IS NOT NULL AS is_settled FROM ${from}
     WHERE ${where} AND ${isBefore(sql`listed.id`, before)} AND ${passes(scope, filter)} ORDER BY listed.id DESC ${limitOf(count)}`
  const near = candidatesOf(scope, filter, limits)
  if (!near)
    return { tables: [], found: sql`SELECT * FROM (${read(inOrder(scope, filter, before), sql`true`)}) o` }
  const isFew = sql`(SELECT is_few FROM choice)`
  const size = sql`
    size AS MATERIALIZED (SELECT count(*) > ${sql.lit(limits.fewLines)} AS is_large FROM (
      SELECT FROM order_lines l WHERE ${soldBy(scope)} LIMIT ${sql.lit(limits.fewLines + 1)}) own)`
  return {
    tables: [
      ...('all' in scope ? [] : [size]),
      sql`near AS MATERIALIZED (${near.ids})`,
      sql`choice AS MATERIALIZED (
        SELECT ${isLarge(scope)} AND (SELECT count(*) FROM near) <= ${sql.lit(near.most)} AS is_few)`,
    ],
    found: sql`
      SELECT * FROM (
        (${read(ordersOf(sql`SELECT id FROM near`, scope, filter, before), isFew)})
        UNION ALL (${read(inOrder(scope, filter, before), sql`NOT ${isFew}`)})) o`,
  }
}
