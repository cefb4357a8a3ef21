/** Decides which calls are closed to the people of a suspended seller: docs/decisions/sellers.md. */
import { isClosedToSuspended } from '@apogee/contracts/suspension.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Caller, MaybeCaller } from './caller.ts'
import { refuse } from './refusal.ts'
import type { CourseStanding } from './standing.ts'

/**
 * Refuses a call that is closed to suspended sellers. The seller is that of the course, or the caller's own if the call is about no
 * course. Runs after authorisation.
 */
export async function refuseSuspended(
  entry: AnyEndpoint,
  caller: MaybeCaller,
  standing: CourseStanding | undefined,
  db: Db,
): Promise<void> {
  if (!caller || caller.role === 'superadmin' || !isClosedToSuspended(entry)) return
  if (standing ? standing.isWithheld : await isAnySuspended(db, ownOf(caller))) refuse('SELLER_SUSPENDED')
}

/** Refuses a caller of a suspended seller, for a reading call that such people may not make. */
export async function refuseReadingSuspended(db: Db, caller: Caller): Promise<void> {
  if (caller.role !== 'superadmin' && (await isAnySuspended(db, ownOf(caller)))) refuse('SELLER_SUSPENDED')
}

/**
 * Refuses a caller of a suspended seller, inside a transaction. `refuseSuspended` has checked the same when the call began; this
 * check respects a suspension since then. Use it where a transaction gives access, mails other people, or changes where money is
 * paid. Call it before other locks are taken: a change of a seller's state takes this lock first, and then locks courses and the
 * seller.
 */
export async function holdUnsuspended(tx: Tx, caller: Caller, courseId: number | null): Promise<void> {
  if (caller.role === 'superadmin') return
  const asked = courseId === null ? ownOf(caller) : sellerOfCourse(courseId)
  // The lock is taken in a statement of its own, so that the next statement sees everything committed during the wait.
  await sql`
    SELECT pg_advisory_xact_lock_shared(hashtextextended('seller state', s.id)) FROM seller_cards s WHERE ${asked}`.execute(
    tx,
  )
  if (await isAnySuspended(tx, asked)) refuse('SELLER_SUSPENDED')
}

/** Checks the seller of deferred work again, by the course or, if there is none, by the seller's id. */
export const isSellerSuspended = (
  db: Db,
  { courseId, sellerId }: { courseId: number | null; sellerId: number | null },
): Promise<boolean> =>
  isAnySuspended(db, courseId === null ? sql`s.id = ${sellerId}` : sellerOfCourse(courseId))

/** Returns the seller of a business for deferred work, and null if the business has no seller. */
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
