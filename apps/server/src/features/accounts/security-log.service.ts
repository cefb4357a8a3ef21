/**
 * Records changes to money, roles and sign-in methods in their transaction, and lists them for the people concerned.
 */
import type { SecurityDetails, SecurityEntry, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { addressRetentionMs } from './accounts.rules.ts'
import * as store from './security-log.store.ts'

export interface SecurityEvent {
  kind: SecurityKind
  /** Null: nobody is signed in. */
  actor: Pick<Caller, 'userId' | 'address'> | null
  /** The seller whose admins are notified and may read the entry. */
  businessId?: number | null
  /** The person concerned: whose role or account it is, or the lone seller. */
  subjectId?: number | null
  /** Never a secret, nor a full account number. */
  details?: SecurityDetails
}

interface SecurityLogDependencies {
  database: Database
  clock: Clock
}

export class SecurityLog {
  readonly #deps: SecurityLogDependencies

  constructor(deps: SecurityLogDependencies) {
    this.#deps = deps
  }

  /** Call it in the transaction of the change: both are committed or neither. */
  async recordSecurityEvent(tx: Tx, event: SecurityEvent): Promise<void> {
    const { kind, actor, businessId = null, subjectId = null, details = {} } = event
    const entryId = await store.insertEntry(tx, {
      ...{ at: this.#deps.clock.now(), kind, businessId, subjectId, details },
      ...{ actorId: actor?.userId ?? null, address: actor?.address ?? null },
    })
    await emit(tx, 'security.changed', { entryId })
  }

  async listSecurityLog(
    caller: Caller,
    businessId: number | null,
    page: PageRequest,
  ): Promise<Page<SecurityEntry>> {
    const { role, userId } = caller
    const scope: store.LogScope =
      role === 'superadmin'
        ? { everything: true, businessId }
        : { businessId: role === 'admin' ? caller.businessId : null, userId }
    const { rows, total } = await store.pageOfEntries(this.#deps.database.kysely, scope, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map((row) => presentEntry(row, caller)), meta }
  }

  readonly forgetOldAddresses = () =>
    store.forgetAddresses(
      this.#deps.database.kysely,
      new Date(this.#deps.clock.now().getTime() - addressRetentionMs),
    )
}

function presentEntry({ at, actor, address, ...row }: store.SecurityRow, caller: Caller): SecurityEntry {
  const isColleague = actor !== null && caller.businessId !== null && actor.businessId === caller.businessId
  const seesAddress = caller.role === 'superadmin' || actor?.id === caller.userId || isColleague
  return {
    ...row,
    at: at.toISOString(),
    actor: actor && { id: actor.id, name: actor.name },
    address: seesAddress ? address : null,
  }
}
