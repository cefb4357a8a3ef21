/** Checks the two superadmins of a joint decision: both must have the role now and must have had it a week ago. */
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { superadminForMs } from './accounts.rules.ts'

export class TwoPersonApproval {
  readonly #deps: { clock: Clock; securityLog: SecurityLog }

  constructor(deps: { clock: Clock; securityLog: SecurityLog }) {
    this.#deps = deps
  }

  async areSuperadmins(tx: Tx, userIds: readonly number[]): Promise<boolean> {
    const found = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM users
       WHERE id = ANY(${[...userIds]}::bigint[]) AND role = 'superadmin' AND erased_at IS NULL`.execute(tx)
    return found.rows[0]?.count === userIds.length
  }

  /** `lost` means that one of them is not a superadmin. `new` means that one of them got the role within the last week. */
  async stateOf(tx: Tx, pair: readonly [number, number]): Promise<'able' | 'lost' | 'new'> {
    if (!(await this.areSuperadmins(tx, pair))) return 'lost'
    const { clock, securityLog } = this.#deps
    const since = new Date(clock.now().getTime() - superadminForMs)
    return (await securityLog.wasRoleGiven(tx, pair, { role: 'superadmin', since })) ? 'new' : 'able'
  }
}
