/**
 * Runs after a restore, before any job. Reads facts that the restored database lacks from the payment provider. It can be run again
 * until all facts are read.
 */
import { yearInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Logger } from 'pino'
import {
  isPaidState,
  isUndecidedState,
  ProviderError,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderPurchase,
} from '#server/adapters/payments/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Invoices } from '#server/features/invoices/invoices.service.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import * as comparisons from './comparisons.store.ts'
import type { Reconciliation } from './reconciliation.service.ts'
import { moneyOfPayments, paymentAccountIds, type MoneyOfPayments } from './restore-gap.store.ts'

interface RestoreGapDependencies {
  database: Database
  clock: Clock
  log: Logger
  payments: PaymentProvider
  businesses: Pick<Businesses, 'providerAccount'>
  sales: Pick<Sales, 'settlement' | 'unbooked'>
  accounting: Pick<Accounting, 'skipNumbers'>
  invoices: Pick<Invoices, 'skipNumbers'>
  reconciliation: Pick<Reconciliation, 'compareNow'>
}

/** A purchase that was noted outside of the database. */
export interface KnownPurchase {
  purchaseId: string
  /**
   * The payment account of the purchase. Null means that the purchase is from an external list. All accounts are searched for it
   * then, and another program may have created it.
   */
  accountId: number | null
}

export interface LostPurchase {
  purchaseId: string
  accountId: number
  reference: string
  amountCents: number
  paidAt: string | null
}

export interface GapReport {
  /** The number of payments in the database whose purchases were read from the provider. */
  read: number
  /** The number of payments in the database whose purchases could not be read. */
  unread: number
  settled: { payments: number; cents: number }
  refunded: { payments: number; cents: number }
  /** The number of purchases that were noted outside of the database. */
  noted: number
  /** The ids of noted purchases that could not be read. */
  unreadPurchases: string[]
  /** The ids of noted purchases that no payment account has. */
  unknownPurchases: string[]
  /** Paid purchases whose orders are lost. A person refunds them at the provider, or grants the courses. */
  moneyWithoutOrder: LostPurchase[]
  /** The number of payment pages that were closed because their orders are lost. */
  closedPages: number
  /**
   * The ids of purchases from an external list that have no order and can still be paid. They stay open, because another program
   * may have created them.
   */
  openPurchases: string[]
  /** The number of settled sales that could not be posted in the ledger. */
  unbooked: number
  comparison: { id: number; differences: number; unread: number }
}

/** The figures that come from the database and not from the noted purchases. */
type Counted = Pick<GapReport, 'read' | 'unread' | 'settled' | 'refunded' | 'unbooked' | 'comparison'>

/** The same number of days as reconciliation reads. */
const providerDays = 120
const dayMs = 24 * 3_600_000
const inStep = 100
const atOnce = 5

export class RestoreGap {
  readonly #deps: RestoreGapDependencies

  constructor(deps: RestoreGapDependencies) {
    this.#deps = deps
  }

  /** Skips document numbers that may have been assigned in the lost time. Returns the number of series. */
  async skipNumbers(tx: Tx, { since, count }: { since: Date; count: number }): Promise<number> {
    const years = [...new Set([yearInMalaysia(since), yearInMalaysia(this.#deps.clock.now())])]
    const { accounting, invoices } = this.#deps
    return (await accounting.skipNumbers(tx, years, count)) + (await invoices.skipNumbers(tx, years, count))
  }

  async read(known: readonly KnownPurchase[], signal?: AbortSignal): Promise<GapReport> {
    const { kysely } = this.#deps.database
    const before = await moneyOfPayments(kysely)
    const inDatabase = await this.#readPayments(signal)
    const noted = await this.#readKnown(known, signal)
    const failed = await this.#deps.sales.unbooked.book({ createdAfter: new Date(0) }, signal)
    const after = await moneyOfPayments(kysely)
    const comparison = await this.#deps.reconciliation.compareNow(signal)
    return {
      ...inDatabase,
      ...grown(before, after),
      ...noted,
      unbooked: failed.length,
      comparison,
    }
  }

  async #readPayments(signal?: AbortSignal): Promise<Pick<GapReport, 'read' | 'unread'>> {
    const since = new Date(this.#deps.clock.now().getTime() - providerDays * dayMs)
    const counts = { read: 0, unread: 0 }
    let after = 0
    for (;;) {
      const due = await comparisons.paymentsToCompare(this.#deps.database.kysely, {
        after,
        since,
        limit: inStep,
      })
      const last = due.at(-1)
      if (!last) return counts
      await each(due, signal, async ({ id, paymentAccountId, providerId }) => {
        try {
          await this.#deps.sales.settlement.settlePayment(paymentAccountId, providerId, 'reconciliation')
          counts.read += 1
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error
          // The comparison reports a purchase that the provider does not know as a difference.
          if (error.kind === 'not_found') return
          this.#deps.log.warn({ err: error, paymentId: id }, 'payment not read after the restore')
          counts.unread += 1
        }
      })
      after = last.id
    }
  }

  async #readKnown(
    known: readonly KnownPurchase[],
    signal?: AbortSignal,
  ): Promise<Omit<GapReport, keyof Counted>> {
    const found: Omit<GapReport, keyof Counted> = {
      noted: known.length,

      unreadPurchases: [],
      unknownPurchases: [],
      moneyWithoutOrder: [],
      closedPages: 0,
      openPurchases: [],
    }
    const everyAccount = await paymentAccountIds(this.#deps.database.kysely)
    await each(known, signal, async ({ purchaseId, accountId }) => {
      try {
        const place = await this.#find(purchaseId, accountId === null ? everyAccount : [accountId])
        const lost = await this.#apply(place.account, place.purchase, { isOurs: accountId !== null })
        if (lost === 'closed') found.closedPages += 1
        else if (lost === 'open') found.openPurchases.push(purchaseId)
        else if (lost) found.moneyWithoutOrder.push(lost)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (error.kind === 'not_found') {
          found.unknownPurchases.push(purchaseId)
          return
        }
        this.#deps.log.warn({ err: error, purchaseId }, 'purchase not read after the restore')
        found.unreadPurchases.push(purchaseId)
      }
    })
    return found
  }

  async #find(
    purchaseId: string,
    accountIds: readonly number[],
  ): Promise<{ account: ProviderAccount; purchase: ProviderPurchase }> {
    for (const id of accountIds) {
      const account = await this.#deps.businesses.providerAccount(id)
      if (!account) continue
      try {
        return { account, purchase: await this.#deps.payments.readPurchase(account, purchaseId) }
      } catch (error) {
        if (!(error instanceof ProviderError && error.kind === 'not_found')) throw error
      }
    }
    throw new ProviderError('not_found', `no payment account of this database has the purchase ${purchaseId}`)
  }

  /**
   * Applies a purchase to the database. Null means that the database has its order, or that nothing was paid and nothing can be
   * paid.
   */
  async #apply(
    account: ProviderAccount,
    purchase: ProviderPurchase,
    { isOurs }: { isOurs: boolean },
  ): Promise<LostPurchase | 'closed' | 'open' | null> {
    const { settlement } = this.#deps.sales
    const recorded = await settlement.applySnapshot(account, purchase, 'reconciliation')
    if (recorded.kind === 'recorded') return null
    if (purchase.payable && !isOurs) return 'open'
    let now = purchase
    if (purchase.payable) now = (await this.#deps.payments.cancelPurchase(account, purchase.id)).purchase
    if (isPaidState(now.state) || isUndecidedState(now.state)) {
      const again = await settlement.applySnapshot(account, now, 'reconciliation')
      return again.kind === 'recorded' ? null : lostPurchase(account, now)
    }
    return purchase.payable ? 'closed' : null
  }
}

const lostPurchase = (account: ProviderAccount, purchase: ProviderPurchase): LostPurchase => ({
  purchaseId: purchase.id,
  accountId: account.id,
  reference: purchase.reference,
  amountCents: purchase.paidAmountCents ?? purchase.amountCents,
  paidAt: purchase.paidAt?.toISOString() ?? null,
})

function grown(before: MoneyOfPayments, after: MoneyOfPayments): Pick<GapReport, 'settled' | 'refunded'> {
  return {
    settled: {
      payments: after.settled - before.settled,
      cents: after.settledCents - before.settledCents,
    },
    refunded: {
      payments: after.refunded - before.refunded,
      cents: after.refundedCents - before.refundedCents,
    },
  }
}

/** Works on a few items concurrently. The first failure rejects the result; other items may still be worked on. */
async function each<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const run = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal?.throwIfAborted()
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}
