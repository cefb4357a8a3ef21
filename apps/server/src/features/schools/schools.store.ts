/** This file is the only writer of schools and their names. */
import type { CourseState } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { matchesPattern } from '#server/platform/search-pattern.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface ListedRow {
  id: number
  name: string
  title: string
  logo: string | null
  courseCount: number
}

const listedColumns = sql`
  p.seller_id AS id, p.name, p.title, coalesce(b.logo_url, u.avatar_url) AS logo,
  (SELECT count(*) FROM course_cards c WHERE c.seller_id = p.seller_id AND c.is_listed) AS "courseCount"`
const joins = sql`
  LEFT JOIN business_cards b ON b.id = p.business_id LEFT JOIN user_cards u ON u.id = p.user_id`

export async function pageOfSchools(
  db: Db,
  pattern: string | null,
  page: PageRequest,
): Promise<{ rows: ListedRow[]; total: number }> {
  const fits = sql`(${pattern}::text IS NULL OR ${matchesPattern(sql`p.title`, pattern)})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM school_pages p WHERE ${fits} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<ListedRow>`
    SELECT ${listedColumns} FROM school_pages p ${joins}
     WHERE ${fits} AND ${newestPage('p.seller_id', page)}`.execute(db)
  return { rows: found.rows, total: onlyRow(counted).total }
}

/** Returns the names of public pages of sellers with numbers above `id`, for the sitemap. */
export async function schoolsAfter(
  db: Db,
  { id, limit }: { id: number; limit: number },
): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`
    SELECT p.seller_id AS id, p.name FROM school_pages p
     WHERE p.seller_id > ${id} ORDER BY p.seller_id LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Returns the seller whom a name in an address means: a present or an earlier name, or the number of the seller. */
export async function sellerNamed(db: Db, name: string): Promise<number | null> {
  if (/^\d{1,15}$/.test(name)) return Number(name)
  const found = await sql<{ sellerId: number }>`
    SELECT seller_id AS "sellerId" FROM school_names WHERE name = ${name}`.execute(db)
  return found.rows[0]?.sellerId ?? null
}

export interface SchoolRow extends ListedRow {
  intro: string
  description: string
  website: string
  /** Null means that the seller has chosen no colour. */
  colour: string | null
}

/** Returns the school of a seller if its page is public. */
export async function publicSchool(db: Db, sellerId: number): Promise<SchoolRow | undefined> {
  const found = await sql<SchoolRow>`
    SELECT ${listedColumns}, p.intro, coalesce(b.description, '') AS description, coalesce(b.website, '') AS website,
           k.colour
      FROM school_pages p ${joins} LEFT JOIN seller_brand_cards k ON k.seller_id = p.seller_id WHERE p.seller_id = ${sellerId}`.execute(
    db,
  )
  return found.rows[0]
}

const ordered = sql`ORDER BY array_position(k.course_order, c.id), c.id DESC`

export async function listedCourses(db: Db, sellerId: number, limit: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT c.id FROM course_cards c LEFT JOIN schools k ON k.seller_id = c.seller_id
     WHERE c.seller_id = ${sellerId} AND c.is_listed ${ordered} LIMIT ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

export interface TeacherRow {
  id: number
  name: string | null
  avatar: string | null
  bio: string
  courseCount: number
}

/** Returns the instructors of the public courses, those of most courses first. */
export async function teachersOf(db: Db, sellerId: number, limit: number): Promise<TeacherRow[]> {
  const found = await sql<TeacherRow>`
    SELECT u.id, u.name, u.avatar_url AS avatar, u.bio, taught.courses AS "courseCount"
      FROM (SELECT c.instructor_id, count(*) AS courses FROM course_cards c
             WHERE c.seller_id = ${sellerId} AND c.is_listed GROUP BY c.instructor_id) taught
      JOIN user_cards u ON u.id = taught.instructor_id AND u.erased_at IS NULL
     ORDER BY taught.courses DESC, u.id LIMIT ${limit}`.execute(db)
  return found.rows
}

export interface OwnRow {
  name: string
  address: string
  title: string
  intro: string
  isPublic: boolean
  version: number
}

/** Returns what the seller decides, whether or not the page is public. */
export async function ownSchool(db: Db, sellerId: number): Promise<OwnRow> {
  const found = await sql<OwnRow>`
    SELECT coalesce(n.name, '') AS name, coalesce(n.name, s.id::text) AS address, coalesce(s.shown_name, '') AS title,
           coalesce(k.intro, '') AS intro, EXISTS (SELECT FROM school_pages p WHERE p.seller_id = s.id) AS "isPublic",
           ${versionOf('school', 's.id')} AS version
      FROM seller_cards s
      LEFT JOIN school_names n ON n.seller_id = s.id AND n.is_current
      LEFT JOIN schools k ON k.seller_id = s.id
     WHERE s.id = ${sellerId}`.execute(db)
  return onlyRow(found)
}

export interface OwnCourseRow {
  id: number
  title: string
  state: CourseState
  isListed: boolean
}

/** Returns the seller's courses in the order of the page. Archived courses are left out. */
export async function ownCourses(db: Db, sellerId: number, limit: number): Promise<OwnCourseRow[]> {
  const found = await sql<OwnCourseRow>`
    SELECT c.id, c.title, CASE WHEN c.is_draft THEN 'draft' ELSE 'published' END AS state, c.is_listed AS "isListed"
      FROM course_cards c LEFT JOIN schools k ON k.seller_id = c.seller_id
     WHERE c.seller_id = ${sellerId} AND c.archived_at IS NULL ${ordered} LIMIT ${limit}`.execute(db)
  return found.rows
}

/** Makes the school's row if it has none, and locks it, so that changes of one school run one after the other. */
export async function lockSchool(tx: Tx, sellerId: number): Promise<void> {
  await sql`INSERT INTO schools (seller_id) VALUES (${sellerId}) ON CONFLICT DO NOTHING`.execute(tx)
  await sql`SELECT FROM schools WHERE seller_id = ${sellerId} FOR UPDATE`.execute(tx)
}

export async function setIntro(tx: Tx, sellerId: number, intro: string): Promise<void> {
  await sql`UPDATE schools SET intro = ${intro} WHERE seller_id = ${sellerId}`.execute(tx)
}

/** Ids of courses of others are left out. */
export async function setOrder(tx: Tx, sellerId: number, courseIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE schools SET course_order = ARRAY(
             SELECT c.id FROM course_cards c WHERE c.seller_id = ${sellerId} AND c.id = ANY(${[...courseIds]}::bigint[])
              ORDER BY array_position(${[...courseIds]}::bigint[], c.id))
     WHERE seller_id = ${sellerId}`.execute(tx)
}

export async function countNames(db: Db, sellerId: number): Promise<number> {
  const found = await sql<{ names: number }>`
    SELECT count(*) AS names FROM school_names WHERE seller_id = ${sellerId}`.execute(db)
  return onlyRow(found).names
}

/** Requires that the school is locked. '' leaves the school without a chosen name. Returns false when another school has the name. */
export async function takeName(
  tx: Tx,
  sellerId: number,
  { name, at }: { name: string; at: Date },
): Promise<boolean> {
  await sql`
    UPDATE school_names SET is_current = false WHERE seller_id = ${sellerId} AND is_current`.execute(tx)
  if (name === '') return true
  const taken = await sql`
    INSERT INTO school_names (name, seller_id, is_current, created_at) VALUES (${name}, ${sellerId}, true, ${at})
    ON CONFLICT (name) DO UPDATE SET is_current = true WHERE school_names.seller_id = ${sellerId}
    RETURNING name`.execute(tx)
  return taken.rows.length > 0
}

/** Deletes the texts and names of a person who taught alone. */
export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  const own = sql`seller_id IN (SELECT s.id FROM seller_cards s WHERE s.user_id = ${userId})`
  await sql`DELETE FROM school_names WHERE ${own}`.execute(tx)
  await sql`DELETE FROM schools WHERE ${own}`.execute(tx)
}
