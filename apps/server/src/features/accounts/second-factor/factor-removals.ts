/** Removes the second factors of people who have lost them (docs/decisions/authentication.md). */
import type { FactorRemoval } from '@apogee/contracts/accounts/factor-removals.ts'
import type { SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { factorRemovalMail, greeting } from '../accounts.mail.ts'
import { factorRemovalLife, type FailureKind } from '../accounts.rules.ts'
import * as accounts from '../accounts.store.ts'
import * as tokenStore from '../sign-in/one-time-tokens.store.ts'
import * as sessionStore from '../sign-in/sessions.store.ts'
import type { Devices } from '../sign-in/devices.ts'
import * as store from './factor-removals.store.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.store.ts'
import { countSecondFactors } from './second-factor-requirement.store.ts'
import { deleteSecondFactor } from './second-factor.store.ts'
import type { TwoPersonApproval } from '../two-person-approval.ts'

interface FactorRemovalsDependencies {
  database: Database
  clock: Clock
  securityLog: SecurityLog
  devices: Devices
  twoPersonApproval: TwoPersonApproval
  consumeAttempt: (kind: FailureKind, subject: string) => Promise<number>
  /** Links in mail start with this origin. */
  publicUrl: string | null
  ownOrigin: () => string
}

type Removal = store.RemovalRow
/** Null means that no signed-in person acted: the owner used the mailed link, or a job or an operator acted. */
type Actor = Pick<Caller, 'userId' | 'address'> | null

export class FactorRemovals {
  readonly #deps: FactorRemovalsDependencies

  constructor(deps: FactorRemovalsDependencies) {
    this.#deps = deps
  }

  async list(page: PageRequest): Promise<Page<FactorRemoval>> {
    const { rows, total } = await store.pageOfRemovals(this.#deps.database.kysely, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentRemoval), meta }
  }

  async ask(
    caller: Caller,
    form: { email: string; reason: string; identityCheck: string },
  ): Promise<FactorRemoval> {
    const { database, clock, consumeAttempt } = this.#deps
    const { email, reason, identityCheck } = form
    const found = (await accounts.userByEmail(database.kysely, email)) ?? refuse('USER_NOT_FOUND')
    if (found.id === caller.userId) refuse('FACTOR_REMOVAL_OWN')
    await consumeAttempt('factor-removal.ask', String(caller.userId))
    return database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, found.id)) ?? refuse('USER_NOT_FOUND')
      const { apps, passkeys } = await countSecondFactors(tx, user.id)
      if (apps + passkeys === 0) refuse('FACTOR_REMOVAL_NOTHING')
      const id =
        (await store.insertRemoval(tx, {
          userId: user.id,
          askedBy: caller.userId,
          reason,
          identityCheck,
          now: clock.now(),
        })) ?? refuse('FACTOR_REMOVAL_OPEN')
      await this.#record(tx, 'secondFactor.removalAsked', caller, { ...user, userId: user.id })
      return this.#shown(tx, id)
    })
  }

  /**
   * Confirms the request of another superadmin. The confirming superadmin must not be the person concerned. The owner gets a mailed
   * link that stops the removal.
   */
  confirm(caller: Caller, id: number): Promise<FactorRemoval> {
    const { database, clock, twoPersonApproval } = this.#deps
    return database.transaction(async (tx) => {
      const removal = await this.#lockOpen(tx, id)
      if (removal.userId === caller.userId) refuse('FACTOR_REMOVAL_OWN')
      if (removal.askedBy === caller.userId) refuse('FACTOR_REMOVAL_OF_TWO')
      const now = clock.now()
      // The job that expires old requests may not have run yet.
      const isOld = now.getTime() - removal.askedAt.getTime() >= factorRemovalLife.unconfirmedMs
      if (removal.confirmedBy !== null || isOld) refuse('FACTOR_REMOVAL_ENDED')
      const pair = await twoPersonApproval.stateOf(tx, [removal.askedBy, caller.userId])
      if (pair === 'lost') refuse('FACTOR_REMOVAL_ENDED')
      if (pair === 'new') refuse('FACTOR_REMOVAL_NEW_SUPERADMIN')
      const token = newToken()
      await store.confirmRemoval(tx, {
        id,
        by: caller.userId,
        stopTokenSha256: tokenDigest(token),
        now,
      })
      await this.#record(tx, 'secondFactor.removalConfirmed', caller, removal)
      await this.#mailOwner(tx, removal, { token, confirmedAt: now })
      return this.#shown(tx, id)
    })
  }

  withdraw(caller: Caller, id: number): Promise<FactorRemoval> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#end(tx, await this.#lockOpen(tx, id), 'withdrawn', caller)
      return this.#shown(tx, id)
    })
  }

  /** The owner can stop the removal in any session of theirs. */
  async stopOwn(caller: Caller): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const removal = await store.lockOpenRemoval(tx, { userId: caller.userId })
      await this.#end(tx, removal ?? refuse('FACTOR_REMOVAL_ENDED'), 'stopped', caller)
    })
  }

  async stopByLink(token: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const removal = await store.lockOpenRemoval(tx, { stopTokenSha256: tokenDigest(token) })
      await this.#end(tx, removal ?? refuse('LINK_EXPIRED'), 'stopped', null)
    })
  }

  /** Returns when the caller's second factors will be removed. Null means that no removal is scheduled. */
  async dueOf({ userId }: Caller): Promise<Date | null> {
    const confirmedAt = await store.confirmedRemovalOf(this.#deps.database.kysely, userId)
    return confirmedAt ? effectOf(confirmedAt) : null
  }

  /** Removes factors a day after the confirmation, and expires requests that nobody confirmed. A job calls this. */
  async run(signal?: AbortSignal): Promise<void> {
    const { database, clock } = this.#deps
    const nowMs = clock.now().getTime()
    const due = await store.dueRemovals(database.kysely, {
      confirmedBefore: new Date(nowMs - factorRemovalLife.delayMs),
      askedBefore: new Date(nowMs - factorRemovalLife.unconfirmedMs),
    })
    for (const id of due) {
      if (signal?.aborted) return
      await database.transaction((tx) => this.#finish(tx, id))
    }
  }

  /** Removes the factors at once for an operator on the machine. Returns false when no account has this address. */
  removeNow(email: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const found = await accounts.userByEmail(tx, email.toLowerCase())
      const user = found && (await accounts.lockUser(tx, found.id))
      if (!user) return false
      const open = await store.lockOpenRemoval(tx, { userId: user.id })
      if (open) await store.endRemoval(tx, { id: open.id, outcome: 'withdrawn', now: this.#deps.clock.now() })
      await this.#remove(tx, { ...user, userId: user.id })
      return true
    })
  }

  readonly deleteBefore = (before: Date): Promise<void> =>
    store.deleteRemovalsEndedBefore(this.#deps.database.kysely, before)

  async #finish(tx: Tx, id: number): Promise<void> {
    // A new request, an operator and an erasure lock the person before the removal, so the same order is used here.
    const found = await store.removalById(tx, id)
    if (found) await accounts.lockUser(tx, found.userId)
    const removal = await store.lockOpenRemoval(tx, { id })
    if (!removal) return
    const { confirmedBy, askedBy } = removal
    if (confirmedBy === null) return this.#end(tx, removal, 'expired', null)
    // A superadmin who lost the role within the day may have been a thief, so the removal ends without effect.
    if (!(await this.#deps.twoPersonApproval.areSuperadmins(tx, [askedBy, confirmedBy])))
      return this.#end(tx, removal, 'withdrawn', null)
    await store.endRemoval(tx, { id, outcome: 'removed', now: this.#deps.clock.now() })
    await this.#remove(tx, removal)
  }

  /** Ends sessions, API tokens, waiting sign-ins and the trust in browsers, because a thief may have opened them. */
  async #remove(tx: Tx, person: { userId: number; businessId: number | null }): Promise<void> {
    const { userId } = person
    await deleteSecondFactor(tx, userId)
    await deletePasskeysOf(tx, userId)
    await sessionStore.deleteSessionsOf(tx, userId, null)
    await tokenStore.deleteOneTimeTokens(tx, userId, ['sign_in', 'second_factor'])
    await this.#deps.devices.askForSecondFactor(tx, userId)
    await this.#record(tx, 'secondFactor.removed', null, person)
  }

  async #lockOpen(tx: Tx, id: number): Promise<Removal> {
    const removal = await store.lockOpenRemoval(tx, { id })
    if (removal) return removal
    return refuse((await store.removalById(tx, id)) ? 'FACTOR_REMOVAL_ENDED' : 'NOT_FOUND')
  }

  async #end(
    tx: Tx,
    removal: Removal,
    outcome: 'stopped' | 'withdrawn' | 'expired',
    actor: Actor,
  ): Promise<void> {
    await store.endRemoval(tx, { id: removal.id, outcome, now: this.#deps.clock.now() })
    await this.#record(tx, 'secondFactor.removalStopped', actor, removal)
  }

  async #shown(tx: Tx, id: number): Promise<FactorRemoval> {
    return presentRemoval((await store.removalById(tx, id)) ?? refuse('NOT_FOUND'))
  }

  async #mailOwner(
    tx: Tx,
    { id, userId }: Removal,
    { token, confirmedAt }: { token: string; confirmedAt: Date },
  ): Promise<void> {
    const user = await accounts.userById(tx, userId)
    if (!user) return
    const { email: to, language } = user
    const takesEffectAt = effectOf(confirmedAt)
    const link = `${this.#deps.publicUrl ?? this.#deps.ownOrigin()}/keep-second-step/${token}`
    const mail = factorRemovalMail(language, { hello: greeting(language, user), takesEffectAt, link })
    await queueMail(tx, {
      to,
      language,
      ...mail,
      occasion: `factor-removal:${id}`,
      expiresAt: takesEffectAt,
      seller: null,
    })
  }

  #record(
    tx: Tx,
    kind: SecurityKind,
    actor: Actor,
    { userId, businessId }: { userId: number; businessId: number | null },
  ): Promise<void> {
    return this.#deps.securityLog.recordSecurityEvent(tx, { kind, actor, businessId, subjectId: userId })
  }
}

const effectOf = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + factorRemovalLife.delayMs)

function presentRemoval(row: Removal): FactorRemoval {
  const { id, userId, email, name, reason, identityCheck, askedAt, confirmedAt, endedAt, outcome } = row
  return {
    id,
    reason,
    identityCheck,
    state: outcome ?? (confirmedAt ? 'confirmed' : 'asked'),
    person: { id: userId, name, email },
    askedBy: { id: row.askedBy, name: row.askedByName },
    askedAt: askedAt.toISOString(),
    confirmedBy: row.confirmedBy === null ? null : { id: row.confirmedBy, name: row.confirmedByName },
    confirmedAt: confirmedAt?.toISOString() ?? null,
    takesEffectAt: confirmedAt && !endedAt ? effectOf(confirmedAt).toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
