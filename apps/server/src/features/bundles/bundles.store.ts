/** This file is the only writer of bundles and their courses. */
import type { BundleState } from '@apogee/contracts/bundles/bundle-limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { matchesPattern } from '#server/platform/search-pattern.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface BundleCourseRow {
  id: number
  title: string
  priceCents: number
  salePriceCents: number | null
  /** The times of the sale in ISO 8601. */
  saleStartsAt: string | null
  saleEndsAt: string | null
  imagePublicId: string | null
  isSold: boolean
}

export interface BundleRow {
  id: number
  title: string
  description: string
  priceCents: number
  state: BundleState
  coverCourseId: number | null
  courses: BundleCourseRow[]
  sellerId: number
  sellerName: string | null
  /** The name that buyers see. */
  shownSeller: string | null
  /** Holds the name in the address of the seller's school page. Null means that the page is not public. */
  school: string | null
  createdAt: Date
  version: number
}

/** Selects the bundles of all sellers, or of one seller. */
export type BundleScope = { all: true } | { sellerId: number }

const within = (scope: BundleScope) => ('all' in scope ? sql`true` : sql`b.seller_id = ${scope.sellerId}`)

const columns = sql`
  b.id, b.title, b.description, b.price_cents AS "priceCents", b.state, b.cover_course_id AS "coverCourseId",
  (SELECT coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'priceCents', c.price_cents,
                                              'salePriceCents', c.sale_price_cents, 'saleStartsAt', c.sale_starts_at,
                                              'saleEndsAt', c.sale_ends_at, 'imagePublicId', v.public_id,
                                              'isSold', c.is_listed AND c.seller_id = b.seller_id) ORDER BY k.position, c.id), '[]')
     FROM bundle_courses k JOIN course_cards c ON c.id = k.course_id LEFT JOIN course_covers v ON v.course_id = c.id
    WHERE k.bundle_id = b.id) AS courses,
  b.seller_id AS "sellerId", s.name AS "sellerName", s.shown_name AS "shownSeller",
  (SELECT p.name FROM school_pages p WHERE p.seller_id = b.seller_id) AS school, b.created_at AS "createdAt",
  ${versionOf('bundle', 'b.id')} AS version`
const joins = sql`JOIN seller_cards s ON s.id = b.seller_id`

/** The one rule of which bundles are on sale: published, with at least two courses, all of which everybody can buy. */
const onSale = sql`
  b.state = 'published'
  AND (SELECT count(*) >= 2 AND bool_and(c.is_listed AND c.seller_id = b.seller_id)
         FROM bundle_courses k JOIN course_cards c ON c.id = k.course_id WHERE k.bundle_id = b.id)`

export async function pageOfBundles(
  db: Db,
  scope: BundleScope,
  state: 'open' | 'archived' | undefined,
  page: PageRequest,
): Promise<{ rows: BundleRow[]; total: number }> {
  const kept = sql`
    ${within(scope)} AND (${state ?? null}::text IS NULL OR (b.state = 'archived') = ${state === 'archived'})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM bundles b WHERE ${kept} ${countLimit}) counted`.execute(db)
  const found = await sql<BundleRow>`
    SELECT ${columns} FROM bundles b ${joins} WHERE ${kept} AND ${newestPage('b.id', page)}`.execute(db)
  return { rows: found.rows, total: onlyRow(counted).total }
}

/** Finds bundles on sale whose title, description or course has the searched text. */
export async function pageOfOffered(
  db: Db,
  pattern: string | null,
  page: PageRequest,
): Promise<{ rows: BundleRow[]; total: number }> {
  const matches = sql`
    (${pattern}::text IS NULL OR ${matchesPattern(sql`b.title`, pattern)} OR ${matchesPattern(sql`b.description`, pattern)}
     OR EXISTS (SELECT FROM bundle_courses k JOIN course_cards c ON c.id = k.course_id
                 WHERE k.bundle_id = b.id AND ${matchesPattern(sql`c.title`, pattern)}))`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM bundles b WHERE ${onSale} AND ${matches} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<BundleRow>`
    SELECT ${columns} FROM bundles b ${joins}
     WHERE ${onSale} AND ${matches} AND ${newestPage('b.id', page)}`.execute(db)
  return { rows: found.rows, total: onlyRow(counted).total }
}

export async function offeredBy(db: Db, sellerId: number, limit: number): Promise<BundleRow[]> {
  const found = await sql<BundleRow>`
    SELECT ${columns} FROM bundles b ${joins}
     WHERE b.seller_id = ${sellerId} AND ${onSale} ORDER BY b.id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function offeredById(db: Db, id: number): Promise<BundleRow | undefined> {
  const found = await sql<BundleRow>`
    SELECT ${columns} FROM bundles b ${joins} WHERE b.id = ${id} AND ${onSale}`.execute(db)
  return found.rows[0]
}

export async function bundleById(db: Db, id: number): Promise<BundleRow | undefined> {
  const found = await sql<BundleRow>`
    SELECT ${columns} FROM bundles b ${joins} WHERE b.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Locks a bundle of the scope until the transaction ends. Returns whether it exists. */
export async function lockBundle(tx: Tx, scope: BundleScope, id: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM bundles b WHERE b.id = ${id} AND ${within(scope)} FOR NO KEY UPDATE`.execute(tx)
  return found.rows.length > 0
}

export interface SoldBundle {
  id: number
  title: string
  priceCents: number
  courseIds: number[]
}

/**
 * Returns which of these bundles are on sale, in the order of ids. With `lock`, neither they nor their lists of courses change until
 * the transaction ends, because their writer locks the bundle.
 */
export async function soldBundles(
  db: Db,
  ids: readonly number[],
  { lock = false } = {},
): Promise<SoldBundle[]> {
  // A statement that waits for a lock reads the subqueries as they were before, so that the lock has a statement of its own.
  if (lock)
    await sql`SELECT FROM bundles WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR SHARE`.execute(db)
  const found = await sql<SoldBundle>`
    SELECT b.id, b.title, b.price_cents AS "priceCents",
           (SELECT json_agg(k.course_id ORDER BY k.position, k.course_id) FROM bundle_courses k WHERE k.bundle_id = b.id) AS "courseIds"
      FROM bundles b WHERE b.id = ANY(${[...ids]}::bigint[]) AND ${onSale}
     ORDER BY b.id`.execute(db)
  return found.rows
}

export interface CourseFacts {
  id: number
  priceCents: number
  isListed: boolean
}

/** Locks courses of the seller in the order of ids, so that their prices and states stay until the transaction ends. */
export async function lockCourses(tx: Tx, sellerId: number, ids: readonly number[]): Promise<CourseFacts[]> {
  const found = await sql<CourseFacts>`
    SELECT c.id, c.price_cents AS "priceCents", c.is_listed AS "isListed" FROM course_cards c
     WHERE c.id = ANY(${[...ids]}::bigint[]) AND c.seller_id = ${sellerId} ORDER BY c.id FOR SHARE`.execute(
    tx,
  )
  return found.rows
}

export interface BundleFields {
  title: string
  description: string
  priceCents: number
  state: BundleState
  coverCourseId: number | null
  courseIds: readonly number[]
}

export async function insertBundle(
  tx: Tx,
  fields: BundleFields & { sellerId: number; createdBy: number; createdAt: Date },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO bundles (seller_id, title, description, price_cents, state, cover_course_id, created_by, created_at)
    VALUES (${fields.sellerId}, ${fields.title}, ${fields.description}, ${fields.priceCents}, ${fields.state},
            ${fields.coverCourseId}, ${fields.createdBy}, ${fields.createdAt})
    RETURNING id`.execute(tx)
  const { id } = onlyRow(inserted)
  await insertCourses(tx, id, fields.courseIds)
  return id
}

/** Requires that the bundle is locked, and its courses if they change. Without `hasOtherCourses` they stay as they are. */
export async function saveBundle(
  tx: Tx,
  id: number,
  fields: BundleFields,
  { hasOtherCourses }: { hasOtherCourses: boolean },
): Promise<void> {
  await sql`
    UPDATE bundles SET title = ${fields.title}, description = ${fields.description}, price_cents = ${fields.priceCents},
           state = ${fields.state}, cover_course_id = ${fields.coverCourseId}
     WHERE id = ${id}`.execute(tx)
  if (!hasOtherCourses) return
  await sql`DELETE FROM bundle_courses WHERE bundle_id = ${id}`.execute(tx)
  await insertCourses(tx, id, fields.courseIds)
}

async function insertCourses(tx: Tx, id: number, courseIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO bundle_courses (bundle_id, course_id, position)
    SELECT ${id}, given.course_id, given.place - 1
      FROM unnest(${[...courseIds]}::bigint[]) WITH ORDINALITY AS given (course_id, place)`.execute(tx)
}
