/** Decides which calls are closed to the people of a suspended seller: docs/decisions/sellers.md. */
import { isClosedToSuspended } from '@apogee/contracts/suspension.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Caller, MaybeCaller } from './caller.ts'
import { refuse } from './refusal.ts'
import type { CourseStanding } from './standing.ts'

/** Runs after authorisation. A call about a course checks its seller, other calls the caller's own. */
export async function refuseSuspended(
  entry: AnyEndpoint,
  caller: MaybeCaller,
  standing: CourseStanding | undefined,
  db: Db,
): Promise<void> {
  if (!caller || caller.role === 'superadmin' || !isClosedToSuspended(entry)) return
  if (standing ? standing.isWithheld : await isAnySuspended(db, ownOf(caller))) refuse('SELLER_SUSPENDED')
}

/**
 * Repeats the check inside a transaction that gives access, mails other people, or changes where money is paid, so that a
 * suspension after the call's first check is respected. Call it before other locks: a change of state takes this lock first, and
 * then courses and the seller.
 */
export async function holdUnsuspended(tx: Tx, caller: Caller, courseId: number | null): Promise<void> {
  if (caller.role === 'superadmin') return
  const asked = courseId === null ? ownOf(caller) : sellerOfCourse(courseId)
  // A separate statement takes the lock, so that the next one reads everything committed during the wait.
  await sql`
    SELECT pg_advisory_xact_lock_shared(hashtextextended('seller state', s.id)) FROM seller_cards s WHERE ${asked}`.execute(
    tx,
  )
  if (await isAnySuspended(tx, asked)) refuse('SELLER_SUSPENDED')
}

/** Checks again for deferred work of a seller, by the course or by the seller itself. */
export const isSellerSuspended = (
  db: Db,
  { courseId, sellerId }: { courseId: number | null; sellerId: number | null },
): Promise<boolean> =>
  isAnySuspended(db, courseId === null ? sql`s.id = ${sellerId}` : sellerOfCourse(courseId))

/** Returns the seller of a business for deferred work, or null without one. */
export async function sellerOfBusiness(tx: Tx, businessId: number): Promise<{ sellerId: number } | null> {
  const found = await sql<{ sellerId: number }>`
    SELECT s.id AS "sellerId" FROM seller_cards s WHERE s.business_id = ${businessId}`.execute(tx)
  return found.rows[0] ?? null
}

/** Refuses joining the team of a suspended seller, because a new member would act for it. */
export async function refuseJoiningSuspended(tx: Tx, businessId: number | null): Promise<void> {
  if (businessId !== null && (await isAnySuspended(tx, sql`s.business_id = ${businessId}`)))
    refuse('SELLER_SUSPENDED')
}

const sellerOfCourse = (courseId: number): RawBuilder<unknown> =>
  sql`s.id = (SELECT c.seller_id FROM course_cards c WHERE c.id = ${courseId})`

type OwnSeller = Pick<Caller, 'userId' | 'businessId'>
const ownOf = ({ userId, businessId }: OwnSeller): RawBuilder<unknown> =>
  businessId === null ? sql`s.user_id = ${userId}` : sql`s.business_id = ${businessId}`

async function isAnySuspended(db: Db, asked: RawBuilder<unknown>): Promise<boolean> {
  const found = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM seller_cards s WHERE s.selling_state = 'suspended' AND ${asked}) AS "is"`.execute(
    db,
  )
  return found.rows[0]?.is ?? false
}
