/** Counts the courses that a seller creates, copies or imports in a day. */
import { coursesADay, newSellerDays } from '@apogee/contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'

interface NewCourseDependencies {
  clock: Clock
  accounts: Pick<Accounts, 'countMade'>
  businesses: Pick<Businesses, 'selling'>
}

const dayMs = 86_400_000

/**
 * Counts a new course towards the seller's limit. Call it in the transaction that creates the course. Courses of superadmins are
 * not counted.
 */
export async function countNewCourse(
  tx: Tx,
  { clock, accounts, businesses }: NewCourseDependencies,
  { role }: Pick<Caller, 'role'>,
  sellerId: number,
): Promise<void> {
  if (role === 'superadmin') return
  const established = new Date(clock.now().getTime() - newSellerDays * dayMs)
  const isNew = await businesses.selling.isNew(tx, sellerId, established)
  const most = isNew ? coursesADay.ofNewSeller : coursesADay.ofSeller
  await accounts.countMade(tx, 'made.course', String(sellerId), { most, code: 'COURSES_OF_DAY' })
}
