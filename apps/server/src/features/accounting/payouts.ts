/** One superadmin prepares a payout and another approves it (docs/decisions/payouts.md). */
import type { PayoutGroup } from '@apogee/contracts/accounting/payout-groups.ts'
import type { Payout, PayoutApprovals, PayoutCause } from '@apogee/contracts/accounting/payouts.ts'
import type { PayoutObstacle } from '@apogee/contracts/businesses/seller-states.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import type { ActivityKind } from '@apogee/contracts/security-log/security-log.ts'
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { lockedBook } from './locked-book.ts'
import { causeToEnd, expiryOf, notesOn, payableOf } from './payouts.rules.ts'
import * as store from './payouts.store.ts'
import * as statements from './statements.store.ts'

export interface PayoutsDependencies {
  database: Database
  clock: Clock
  securityLog: Pick<SecurityLog, 'recordSecurityEvent' | 'recordActivity'>
  accounts: { twoPersonApproval: Pick<Accounts['twoPersonApproval'], 'areSuperadmins' | 'stateOf'> }
  businesses: Pick<Businesses, 'payoutObstacles' | 'payoutObstaclesOf'> & {
    payoutBanks: Pick<Businesses['payoutBanks'], 'payoutBankOf'>
  }
  payoutApprovals: PayoutApprovals
  acceptTestPayments: boolean
}

export interface ApprovedPayout extends store.PayoutRow {
  /**
   * Payouts to the seller are on hold for these reasons. The payout is recorded nevertheless, because the bank has already made the
   * transfer.
   */
  heldBecause: PayoutObstacle[]
}

type EndingCause = Exclude<PayoutCause, 'person'>

const refusalOf = {
  bank_changed: 'PAYOUT_BANK_CHANGED',
  not_covered: 'PAYOUT_NOT_COVERED',
  expired: 'PAYOUT_EXPIRED',
  people_changed: 'PAYOUT_PEOPLE_CHANGED',
} as const satisfies Record<EndingCause, ErrorCode>

/** Call it after the transaction that ended the payout: a refusal within the transaction would roll the end back. */
export const refuseEnded = (cause: EndingCause): never => refuse(refusalOf[cause])

/** Every change of a payout holds the lock of its seller, which transfers hold too. */
export class Payouts {
  readonly #deps: PayoutsDependencies

  constructor(deps: PayoutsDependencies) {
    this.#deps = deps
  }

  /** Returns how many superadmins a payout needs, and the sum of the seller's open payouts. Only superadmins may see the result. */
  async settingFor(sellerId: number) {
    const { payoutApprovals: approvals, acceptTestPayments } = this.#deps
    const isOneByChoice = approvals === 'one' && !acceptTestPayments
    const open = await store.openCents(this.#deps.database.kysely, sellerId, null)
    return { approvals, isOneByChoice, open }
  }

  get needsApproval(): boolean {
    return this.#deps.payoutApprovals === 'two'
  }

  readonly openCents = (tx: Tx, sellerId: number): Promise<number> => store.openCents(tx, sellerId, null)

  async list(
    group: PayoutGroup | null,
    page: PageRequest,
  ): Promise<{
    data: Payout[]
    meta: Page<never>['meta'] & { open: { prepared: number; approved: number } }
  }> {
    const { kysely } = this.#deps.database
    const [{ rows, total }, open] = await Promise.all([
      store.pageOfPayouts(kysely, group, page),
      store.countOpen(kysely),
    ])
    const { data, meta } = pageOf(rows, total, page)
    return { data: await this.#present(kysely, data), meta: { ...meta, open } }
  }

  /** A repeated key prepares nothing again. All other superadmins are notified and mailed. */
  prepare(
    caller: Caller,
    form: { sellerId: number; amount: number; expectedBalance: number; key: string },
  ): Promise<Payout> {
    const { sellerId, amount, expectedBalance, key } = form
    return this.#deps.database.transaction(async (tx) => {
      const book = await lockedBook(tx, sellerId)
      const earlier = await store.payoutByKey(tx, sellerId, key)
      if (earlier)
        return earlier.amountCents === amount ? this.#shown(tx, earlier.id) : refuse('PAYOUT_PREPARED')
      await this.refuseHeld(tx, sellerId)
      const now = this.#deps.clock.now()
      const balance = await statements.balanceOfEntries(tx, book)
      if (balance !== expectedBalance) refuse('BALANCE_CHANGED')
      if (amount > balance) refuse('TRANSFER_TOO_LARGE')
      const reserved = await statements.reservedOf(tx, book, now)
      if (amount > payableOf(balance, reserved, 0)) refuse('PAYOUT_RESERVED')
      if (amount > payableOf(balance, reserved, await this.openCents(tx, sellerId)))
        refuse('PAYOUT_IN_OTHERS')
      const bank =
        (await this.#deps.businesses.payoutBanks.payoutBankOf(tx, sellerId)) ?? refuse('PAYOUT_NO_BANK')
      const former = await store.formerPayouts(tx, sellerId)
      const id = await store.insertPayout(tx, {
        sellerId,
        key,
        amountCents: amount,
        bank,
        former,
        preparedBy: caller.userId,
        now,
      })
      // The entry belongs to no business, so the seller's own admins cannot read it.
      await this.#deps.securityLog.recordSecurityEvent(tx, {
        kind: 'payout.prepared',
        actor: caller,
        details: { payoutId: id, sellerId, cents: amount },
      })
      return this.#shown(tx, id)
    })
  }

  /** The payout must have been prepared by another superadmin. Repeating an approval has no effect. */
  async approve(caller: Caller, id: number): Promise<Payout> {
    const done = await this.#changed(id, async (tx, payout, book) => {
      if (payout.preparedBy === caller.userId) refuse('PAYOUT_OF_TWO')
      if (payout.state === 'approved' && payout.approvedBy === caller.userId) return this.#shown(tx, id)
      if (payout.state !== 'prepared') refuse('PAYOUT_CHANGED')
      const cause = await this.#endIfOutdated(tx, payout, book)
      if (cause) return cause
      await this.refuseHeld(tx, payout.sellerId)
      const now = this.#deps.clock.now()
      const pair = await this.#deps.accounts.twoPersonApproval.stateOf(tx, [payout.preparedBy, caller.userId])
      if (pair === 'new') refuse('PAYOUT_NEW_SUPERADMIN')
      // The caller was a superadmin at sign-in but has lost the role since.
      if (pair === 'lost') refuse('PAYOUT_CHANGED')
      await store.approve(tx, { id, by: caller.userId, now })
      await this.#record(tx, 'payout.approved', caller, payout)
      return this.#shown(tx, id)
    })
    return typeof done === 'string' ? refuseEnded(done) : done
  }

  /** Refuses while payouts to the seller are on hold. The payout keeps its state, so it can continue after the hold. */
  async refuseHeld(tx: Tx, sellerId: number): Promise<void> {
    const obstacles = await this.#deps.businesses.payoutObstacles(tx, sellerId)
    if (obstacles.length > 0) refuse('PAYOUT_HELD')
  }

  decline(caller: Caller, id: number, reason: string): Promise<Payout> {
    return this.#changed(id, async (tx, payout) => {
      if (payout.preparedBy === caller.userId) refuse('PAYOUT_OF_TWO')
      if (payout.state !== 'prepared') refuse('PAYOUT_CHANGED')
      return this.#endBy(tx, caller, payout, { state: 'declined', reason })
    })
  }

  /** Any superadmin can withdraw a payout until it is paid. */
  withdraw(caller: Caller, id: number, reason: string): Promise<Payout> {
    return this.#changed(id, async (tx, payout) => {
      if (!isOpen(payout)) refuse('PAYOUT_CHANGED')
      return this.#endBy(tx, caller, payout, { state: 'withdrawn', reason })
    })
  }

  /**
   * Returns the approved payout that this transfer pays. While payouts are on hold, the transfer is accepted only if the bank has
   * already made it. When the payout must end instead, its cause is returned: the caller commits the end and then refuses.
   */
  async approvedFor(
    tx: Tx,
    book: statements.Book,
    { id, amount, isMade }: { id: number; amount: number; isMade: boolean },
  ): Promise<ApprovedPayout | EndingCause> {
    const payout = await store.payoutById(tx, id)
    if (!payout || payout.sellerId !== book.sellerId) return refuse('PAYOUT_NOT_FOUND')
    if (payout.state === 'prepared' || payout.amountCents !== amount) refuse('PAYOUT_NOT_APPROVED')
    if (payout.state !== 'approved') refuse('PAYOUT_CHANGED')
    const cause = await this.#endIfOutdated(tx, payout, book)
    if (cause) return cause
    const heldBecause = await this.#deps.businesses.payoutObstacles(tx, payout.sellerId)
    // Both superadmins approved before the hold, so the books must record a transfer that the bank has already made.
    if (heldBecause.length > 0 && !isMade) refuse('PAYOUT_HELD')
    return { ...payout, heldBecause }
  }

  async markPaid(
    tx: Tx,
    caller: Caller,
    payout: ApprovedPayout,
    { postingId, reference }: { postingId: number; reference: string },
  ): Promise<void> {
    await store.markPaid(tx, { id: payout.id, postingId, by: caller.userId, now: this.#deps.clock.now() })
    await this.#record(tx, 'payout.paid', caller, payout, {
      reference,
      ...(payout.heldBecause.length > 0 && { heldBecause: payout.heldBecause.join(', ') }),
    })
  }

  /** A job ends payouts that can no longer continue, so that lists and payable amounts are right even if nobody opens them. */
  async endOutdated(signal?: AbortSignal): Promise<void> {
    let after = 0
    for (;;) {
      const open = await store.openAfter(this.#deps.database.kysely, after)
      for (const { id } of open) {
        if (signal?.aborted) return
        await this.#changed(id, async (tx, payout, book) => {
          if (isOpen(payout)) await this.#endIfOutdated(tx, payout, book)
        })
      }
      const last = open.at(-1)
      if (!last) return
      after = last.id
    }
  }

  /** Locks the seller, then reads the payout again, because it may have changed before the lock. */
  #changed<T>(
    id: number,
    change: (tx: Tx, payout: store.PayoutRow, book: statements.Book) => Promise<T>,
  ): Promise<T> {
    return this.#deps.database.transaction(async (tx) => {
      const { sellerId } = (await store.payoutById(tx, id)) ?? refuse('PAYOUT_NOT_FOUND')
      const book = await lockedBook(tx, sellerId)
      return change(tx, (await store.payoutById(tx, id)) ?? refuse('PAYOUT_NOT_FOUND'), book)
    })
  }

  async #endIfOutdated(
    tx: Tx,
    payout: store.PayoutRow,
    book: statements.Book,
  ): Promise<EndingCause | undefined> {
    const { id, sellerId, state, preparedBy, approvedBy } = payout
    if (state !== 'prepared' && state !== 'approved') return undefined
    const now = this.#deps.clock.now()
    const balance = await statements.balanceOfEntries(tx, book)
    const reserved = await statements.reservedOf(tx, book, now)
    const bank = await this.#deps.businesses.payoutBanks.payoutBankOf(tx, sellerId)
    const cause = causeToEnd({
      ...payout,
      state,
      now,
      presentBankSavedAt: bank?.savedAt,
      payableCents: payableOf(balance, reserved, await store.openCents(tx, sellerId, id)),
      areSuperadmins: await this.#deps.accounts.twoPersonApproval.areSuperadmins(
        tx,
        approvedBy === null ? [preparedBy] : [preparedBy, approvedBy],
      ),
    })
    if (!cause) return undefined
    await store.end(tx, { id, state: 'withdrawn', cause, by: null, reason: null, now })
    await this.#record(tx, 'payout.withdrawn', null, payout, { cause })
    return cause
  }

  async #endBy(
    tx: Tx,
    caller: Caller,
    payout: store.PayoutRow,
    { state, reason }: { state: 'declined' | 'withdrawn'; reason: string },
  ): Promise<Payout> {
    const { id } = payout
    const now = this.#deps.clock.now()
    await store.end(tx, { id, state, cause: 'person', by: caller.userId, reason, now })
    await this.#record(tx, `payout.${state}`, caller, payout, { reason })
    return this.#shown(tx, id)
  }

  async #shown(tx: Tx, id: number): Promise<Payout> {
    const [shown] = await this.#present(tx, [(await store.payoutById(tx, id)) ?? refuse('PAYOUT_NOT_FOUND')])
    return shown ?? refuse('PAYOUT_NOT_FOUND')
  }

  async #present(db: Db, rows: readonly store.PayoutRow[]): Promise<Payout[]> {
    const open = [...new Set(rows.filter(isOpen).map(({ sellerId }) => sellerId))]
    const obstacles = await this.#deps.businesses.payoutObstaclesOf(db, open)
    return rows.map((row) => presentPayout(row, isOpen(row) ? (obstacles.get(row.sellerId) ?? []) : []))
  }

  #record(
    tx: Tx,
    kind: Extract<ActivityKind, `payout.${string}`>,
    actor: Caller | null,
    { id, sellerId, amountCents }: store.PayoutRow,
    more: SecurityDetails = {},
  ): Promise<void> {
    const details = { payoutId: id, sellerId, cents: amountCents, ...more }
    return this.#deps.securityLog.recordActivity(tx, { kind, actor, details })
  }
}

const isOpen = ({ state }: store.PayoutRow): boolean => state === 'prepared' || state === 'approved'

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name })

function presentPayout(row: store.PayoutRow, heldBecause: PayoutObstacle[]): Payout {
  const { id, state, amountCents, largestFormerCents, cause, reason, reference } = row
  const { bankName, accountEndsWith, bankSavedAt, preparedAt } = row
  return {
    id,
    state,
    cause,
    reason,
    heldBecause,
    reference,
    seller: { id: row.sellerId, name: row.sellerName },
    amount: amountCents,
    bank: { bankName, accountEndsWith, savedAt: bankSavedAt.toISOString() },
    notes: notesOn(row),
    largestFormer: largestFormerCents,
    preparedBy: { id: row.preparedBy, name: row.preparedByName },
    preparedAt: preparedAt.toISOString(),
    expiresAt: state === 'prepared' ? expiryOf(preparedAt).toISOString() : null,
    approvedBy: personOf(row.approvedBy, row.approvedByName),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    endedBy: personOf(row.endedBy, row.endedByName),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
