/** Records actions of people and lists them for the people concerned: docs/decisions/security-log.md. */
import type { SecurityDetails, SecurityEntry, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { SecurityGroup } from '@apogee/contracts/security-log/security-groups.ts'
import { kindsOfGroup, type ActivityKind } from '@apogee/contracts/security-log/security-log.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { endOfDay, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { countedWindowMs, mostAddressesOfPerson, mostOfStrangers, windowOf } from './security-log.rules.ts'
import { forgetSalts, lockChain } from './chain.store.ts'
import * as store from './security-log.store.ts'

interface Recorded<Kind> {
  kind: Kind
  /** The person who acts. Null means that nobody is signed in. A null address means that a job acts for the person. */
  actor: (Pick<Caller, 'userId'> & { address: Caller['address'] | null }) | null
  /** The business whose admins may read the entry. */
  businessId?: number | null
  /** The person whose role or account the entry concerns, or the lone seller. */
  subjectId?: number | null
  /** Details must contain no secret, no e-mail address, no text that was typed as a credential, and no full account number. */
  details?: SecurityDetails
}

/** An event of which the admins of its business, or the person concerned, are notified. */
export type SecurityEvent = Recorded<SecurityKind>
export type SecurityActivity = Recorded<ActivityKind>

/** `address` is the network address of a person who is not signed in. */
export type CountedActivity = SecurityActivity & { address?: string | null }

export interface SecurityLogSearch {
  group?: SecurityGroup | undefined
  person?: string | undefined
  businessId?: number | undefined
  /** The first and last day in Malaysia, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  address?: string | undefined
}

interface SecurityLogDependencies {
  database: Database
  clock: Clock
}

/** The number of counts that one transaction writes. */
const countsAtOnce = 500

export class SecurityLog {
  readonly #deps: SecurityLogDependencies

  constructor(deps: SecurityLogDependencies) {
    this.#deps = deps
  }

  /**
   * Records a change and notifies the people concerned. Must be called in the transaction of the change, so that either both are
   * committed or neither is.
   */
  async recordSecurityEvent(tx: Tx, event: SecurityEvent & { address?: string | null }): Promise<void> {
    const entryId = await this.#insert(tx, event, false)
    await emit(tx, 'security.changed', { entryId })
  }

  /** Records an act without notifying anybody. Must be called in the transaction of the act. */
  async recordActivity(tx: Db, activity: SecurityActivity & { address?: string | null }): Promise<void> {
    await this.#insert(tx, activity, true)
  }

  #insert(tx: Db, event: Recorded<string> & { address?: string | null }, isActivity: boolean) {
    const { kind, actor, businessId = null, subjectId = null, details = {} } = event
    return store.insertEntry(tx, {
      at: this.#deps.clock.now(),
      kind,
      isActivity,
      businessId,
      subjectId,
      details,
      actorId: actor?.userId ?? null,
      address: actor?.address ?? event.address ?? null,
    })
  }

  /**
   * Returns whether one of these people was given this role after `since`. Must be called in the transaction that depends on the
   * result.
   */
  wasRoleGiven(
    tx: Tx,
    userIds: readonly number[],
    { role, since }: { role: Role; since: Date },
  ): Promise<boolean> {
    return store.wasRoleGiven(tx, userIds, { role, since })
  }

  /**
   * Counts an act that strangers and programs can repeat at will. The acts of one person, or from one address, become one entry
   * after the end of a quarter of an hour.
   */
  async countActivity(db: Db, activity: CountedActivity): Promise<void> {
    const { kind, actor, businessId = null, subjectId = null, details = {} } = activity
    const at = this.#deps.clock.now()
    const actorId = actor?.userId ?? null
    const act = {
      kind,
      at,
      actorId,
      businessId,
      subjectId,
      details,
      windowStart: windowOf(at),
      address: actor?.address ?? activity.address ?? null,
    }
    if (actorId === null) await store.countActOfStranger(db, act, mostOfStrangers)
    else await store.countActOfPerson(db, { ...act, actorId }, mostAddressesOfPerson)
  }

  /** Writes the entries of counts whose quarter of an hour is over, as a job. */
  async writeCounts(signal?: AbortSignal): Promise<void> {
    const before = new Date(this.#deps.clock.now().getTime() - countedWindowMs)
    let written = countsAtOnce
    while (written === countsAtOnce && !signal?.aborted)
      written = await this.#deps.database.transaction((tx) =>
        store.writeCounts(tx, { before, most: countsAtOnce }),
      )
  }

  /** Lists changes of rights, accounts and money, as Settings shows them. */
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
    const { rows, total } = await store.pageOfChanges(this.#deps.database.kysely, scope, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map((row) => presentEntry(row, caller)), meta }
  }

  /** Searches the entries of an admin's business. A superadmin searches the entries of the whole platform. */
  async search(
    caller: Caller,
    search: SecurityLogSearch,
    page: PageRequest,
  ): Promise<{ data: SecurityEntry[]; meta: { nextCursor: string | null } }> {
    const wanted = await this.#wanted(caller, search)
    const rows = wanted ? await store.searchEntries(this.#deps.database.kysely, wanted, page) : []
    const { data, meta } = pageOf(rows, 0, page)
    return {
      data: data.map((row) => presentEntry(row, caller)),
      meta: { nextCursor: meta.nextCursor },
    }
  }

  /** Returns the conditions of a search. Null means that no entry can match. */
  async #wanted(caller: Caller, search: SecurityLogSearch): Promise<store.LogSearch | null> {
    const { group, person, from, to, address = null } = search
    const isSuperadmin = caller.role === 'superadmin'
    if (!isSuperadmin && (caller.role !== 'admin' || caller.businessId === null)) refuse('FORBIDDEN')
    // Some addresses are hidden from admins, but a search by address would reveal them.
    if (!isSuperadmin && address !== null) refuse('FORBIDDEN')
    const personId = await this.#personOf(person)
    if (personId === undefined) return null
    if (!isSuperadmin && search.businessId !== undefined && search.businessId !== caller.businessId)
      return null
    return {
      personId,
      address,
      businessId: isSuperadmin ? (search.businessId ?? null) : caller.businessId,
      kinds: group === undefined ? null : kindsOfGroup(group),
      from: from === undefined ? null : startOfDay(from),
      to: to === undefined ? null : new Date(endOfDay(to).getTime() + 1),
    }
  }

  /**
   * Returns the id of a person by id or e-mail address. Null means that any person is wanted; undefined means that nobody has this
   * address.
   */
  async #personOf(person: string | undefined): Promise<number | null | undefined> {
    if (person === undefined) return null
    if (/^\d{1,15}$/.test(person)) return Number(person)
    return store.personByEmail(this.#deps.database.kysely, person.toLowerCase())
  }

  readonly forgetAddresses = async (before: Date): Promise<void> => {
    await this.#deps.database.transaction(async (tx) => {
      await lockChain(tx)
      await forgetSalts(tx, before)
      await store.forgetAddresses(tx, before, this.#deps.clock.now())
    })
  }
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
