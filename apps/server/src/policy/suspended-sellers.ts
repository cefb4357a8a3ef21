/** Calls that are closed to the team of a suspended seller, marked in the contract: docs/decisions/seller-states.md. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { MaybeCaller } from './caller.ts'
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
  if (standing ? standing.isWithheld : await actsForSuspended(db, caller)) refuse('SELLER_SUSPENDED')
}

/** Whoever joins the team of a suspended seller would act for it. */
export async function refuseJoiningSuspended(db: Db, businessId: number | null): Promise<void> {
  if (businessId !== null && (await actsForSuspended(db, { userId: 0, businessId })))
    refuse('SELLER_SUSPENDED')
}

async function actsForSuspended(
  db: Db,
  { userId, businessId }: { userId: number; businessId: number | null },
): Promise<boolean> {
  const own = businessId === null ? sql`s.user_id = ${userId}` : sql`s.business_id = ${businessId}`
  const found = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM seller_cards s WHERE s.selling_state = 'suspended' AND ${own}) AS "is"`.execute(
    db,
  )
  return found.rows[0]?.is ?? false
}
