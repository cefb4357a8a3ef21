/** Calls that are closed to the team of a suspended seller, marked in the contract: docs/decisions/seller-states.md. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Caller, MaybeCaller } from './caller.ts'
import { refuse } from './refusal.ts'
import type { CourseStanding } from './standing.ts'

/** Runs after authorisation. A call about a course asks about its seller, other calls about the caller's own. */
export async function refuseSuspended(
  entry: { closedToSuspended?: true },
  caller: MaybeCaller,
  standing: CourseStanding | undefined,
  db: Db,
): Promise<void> {
  if (!entry.closedToSuspended || !caller || caller.role === 'superadmin') return
  if (standing ? standing.isWithheld : await isAnySuspended(db, ownOf(caller))) refuse('SELLER_SUSPENDED')
}

/**
 * The same inside a transaction that gives access, mails other people, or changes where money is paid: a suspension after the check of
 * the call is not passed. Call it before other locks: a change of state takes this one first, and then courses and the seller.
 */
export async function holdUnsuspended(tx: Tx, caller: Caller, courseId: number | null): Promise<void> {
  if (caller.role === 'superadmin') return
  const asked =
    courseId === null
      ? ownOf(caller)
      : sql`s.id = (SELECT c.seller_id FROM course_cards c WHERE c.id = ${courseId})`
  // A statement of its own, so that the next one reads what was committed while this one waited.
  await sql`
    SELECT pg_advisory_xact_lock_shared(hashtextextended('seller state', s.id)) FROM seller_cards s WHERE ${asked}`.execute(
    tx,
  )
  if (await isAnySuspended(tx, asked)) refuse('SELLER_SUSPENDED')
}

/** Whoever joins the team of a suspended seller would act for it. */
export async function refuseJoiningSuspended(tx: Tx, businessId: number | null): Promise<void> {
  if (businessId !== null && (await isAnySuspended(tx, sql`s.business_id = ${businessId}`)))
    refuse('SELLER_SUSPENDED')
}

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
