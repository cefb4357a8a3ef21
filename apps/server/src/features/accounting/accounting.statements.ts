/** Reads statements of a seller's book for the seller or a superadmin, and records transfers entered by hand. */
import { monthRange } from '@apogee/domain/time/malaysia-months.ts'
import { endOfDay, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { LedgerRow, LedgerSummary, SellerBalance } from '@apogee/contracts/accounting/accounting.ts'
import type { LedgerFigure } from '@apogee/contracts/accounting/ledger-figures.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { refuseDaysReversed } from '#server/policy/reversed-days.ts'
import { sellerScope } from '#server/policy/seller-scope.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { entriesOfTransfer, receiptNumber } from './accounting.rules.ts'
import type { Period } from './ledger-sums.store.ts'
import { lockedBook } from './locked-book.ts'
import { sumsOf, sumsOfDays } from './money.store.ts'
import { refuseEnded, type ApprovedPayout, type Payouts } from './payouts.ts'
import { payableOf } from './payouts.rules.ts'
import * as ledger from './ledger.store.ts'
import * as statements from './statements.store.ts'

export interface Asked {
  sellerId?: number | undefined
  /** The month is in Kuala Lumpur time, such as '2026-11'. */
  month?: string | undefined
  /** Both days are included and are days in Kuala Lumpur. They apply if there is no month. */
  from?: string | undefined
  to?: string | undefined
  show?: LedgerFigure | undefined
}

export interface Transfer {
  sellerId: number
  kind: 'payout' | 'payment_in'
  /** The amount is in positive sen. */
  amount: number
  expectedBalance: number
  reference: string
  /** The day is a date in Kuala Lumpur, 'yyyy-MM-dd'. */
  paidOn: string
  key: string
  payoutId?: number | undefined
  /** True when the bank already made the transfer, so it is recorded although payouts to the seller are on hold. */
  isMade?: boolean | undefined
}

export function periodOf({ month, from, to }: Asked): Period {
  if (month !== undefined) return monthRange(month)
  return {
    from: from === undefined ? null : startOfDay(from),
    to: to === undefined ? null : new Date(endOfDay(to).getTime() + 1),
  }
}

export interface StatementsDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'recordSellerChange'> & {
    payoutBanks: Pick<Businesses['payoutBanks'], 'payoutBankOf'>
  }
  payouts: Payouts
}

export class Statements {
  readonly #deps: StatementsDependencies

  constructor(deps: StatementsDependencies) {
    this.#deps = deps
  }

  /**
   * Returns a seller's own book. A superadmin gets the book of `sellerId`, or the platform's. Null means that the caller is not a
   * seller yet.
   */
  async bookFor(caller: Caller, sellerId?: number): Promise<statements.Book | null> {
    const scope = sellerScope(caller)
    if ('all' in scope) {
      const owner = sellerId === undefined ? ({ platform: true } as const) : { sellerId }
      return (await statements.bookOf(this.#deps.database.kysely, owner)) ?? refuse('SELLER_NOT_FOUND')
    }
    const book = await statements.bookOf(this.#deps.database.kysely, scope)
    // Another seller's book is reported as not found.
    if (sellerId !== undefined && book?.sellerId !== sellerId) refuse('SELLER_NOT_FOUND')
    return book ?? null
  }

  async readLedger(caller: Caller, asked: Asked): Promise<LedgerSummary> {
    const { month } = asked
    refuseDaysReversed(asked)
    const book = await this.bookFor(caller, asked.sellerId)
    if (!book) return emptyBook(caller, month)
    const period = periodOf(asked)
    const { kysely } = this.#deps.database
    const hasDays = month === undefined && (period.from ?? period.to) !== null
    const [balance, reserved, payouts, opening, closing, sums] = await Promise.all([
      statements.balanceOf(kysely, book, null),
      statements.reservedOf(kysely, book, this.#deps.clock.now()),
      // Sellers see a payout only after it is paid.
      caller.role === 'superadmin' ? this.#deps.payouts.settingFor(book.sellerId) : null,
      period.from ? statements.balanceOf(kysely, book, period.from) : 0,
      statements.balanceOf(kysely, book, period.to),
      hasDays
        ? sumsOfDays(kysely, book.sellerId, period)
        : sumsOf(kysely, { sellerId: book.sellerId }, period),
    ])
    const seller = { id: book.sellerId, name: book.name, isPlatform: book.isPlatform }
    const payable = payableOf(balance, reserved, payouts?.open ?? 0)
    const { sales, returned, chargebacks, tax, fees, feeIncome, transfers } = sums
    return {
      seller,
      balance,
      reserved,
      payable,
      payouts,
      month: month ?? null,
      opening,
      closing,
      sales,
      refunds: chargebacks - returned,
      chargebacks: -chargebacks || 0,
      tax,
      fees: feeIncome - fees,
      net: sales - returned + feeIncome - fees,
      transfers,
    }
  }

  async listLedger(caller: Caller, asked: Asked, page: PageRequest): Promise<Page<LedgerRow>> {
    refuseDaysReversed(asked)
    const book = await this.bookFor(caller, asked.sellerId)
    if (!book) return { data: [], meta: { total: 0, nextCursor: null } }
    const chosen = { period: periodOf(asked), show: asked.show }
    const { rows, total } = await statements.statementOf(this.#deps.database.kysely, book, chosen, page)
    const { data, meta } = pageOf(rows, total, page)
    return {
      data: data.map(({ at, receipt, ...row }) => ({
        ...row,
        at: at.toISOString(),
        receipt: receipt && { id: receipt.publicId, kind: receipt.kind, number: receiptNumber(receipt) },
      })),
      meta,
    }
  }

  async listBalances(search: string | undefined, page: PageRequest): Promise<Page<SellerBalance>> {
    const { rows, total } = await statements.balances(this.#deps.database.kysely, searchPattern(search), page)
    const { data, meta } = pageOf(rows, total, page)
    return {
      data: data.map(({ id, name, isPlatform, balance }) => ({ id, name, isPlatform, balance })),
      meta,
    }
  }

  /**
   * A repeated key records nothing again. A transfer may not exceed the owed amount. Transfers of one seller run one after the
   * other.
   */
  async recordTransfer(caller: Caller, transfer: Transfer): Promise<{ balance: number }> {
    const done = await this.#deps.database.transaction(async (tx) => {
      const book = await lockedBook(tx, transfer.sellerId)
      const earlier = await ledger.postingOf(tx, sourceOf(transfer))
      if (earlier) {
        const entered = await ledger.transferById(tx, earlier.id)
        const { kind, reference } = transfer
        const isSame =
          entered?.kind === kind && entered.cents === signedCents(transfer) && entered.reference === reference
        // The form was sent with this key before, its answer was lost, and the person then changed the form.
        return isSame ? this.#balanceNow(tx, book) : refuse('TRANSFER_ENTERED')
      }
      if (startOfDay(transfer.paidOn) > this.#deps.clock.now()) refuse('TRANSFER_IN_FUTURE')
      const payout = await this.#payoutOf(tx, book, transfer)
      if (typeof payout === 'string') return payout
      if (!payout) await this.#refuseBeyondBalance(tx, book, transfer)
      const postingId = await this.#postTransfer(tx, caller, transfer, payout)
      const { reference } = transfer
      if (payout) await this.#deps.payouts.markPaid(tx, caller, payout, { postingId, reference })
      return this.#balanceNow(tx, book)
    })
    return typeof done === 'string' ? refuseEnded(done) : done
  }

  /** Null means that the transfer needs no payout. A cause means that the payout was ended instead of paid. */
  async #payoutOf(tx: Tx, book: statements.Book, transfer: Transfer) {
    const { sellerId, kind, amount, payoutId, isMade = false } = transfer
    const { payouts } = this.#deps
    if (payoutId !== undefined) {
      if (kind !== 'payout') refuse('PAYOUT_NOT_APPROVED')
      return payouts.approvedFor(tx, book, { id: payoutId, amount, isMade })
    }
    if (kind === 'payout') await payouts.refuseHeld(tx, sellerId)
    return kind === 'payout' && payouts.needsApproval ? refuse('PAYOUT_NOT_APPROVED') : null
  }

  async #refuseBeyondBalance(
    tx: Tx,
    book: statements.Book,
    { kind, amount, expectedBalance }: Transfer,
  ): Promise<void> {
    const { balance } = await this.#balanceNow(tx, book)
    if (balance !== expectedBalance) refuse('BALANCE_CHANGED')
    if (amount > (kind === 'payout' ? balance : -balance)) refuse('TRANSFER_TOO_LARGE')
    if (kind !== 'payout') return
    const reserved = await statements.reservedOf(tx, book, this.#deps.clock.now())
    if (amount > payableOf(balance, reserved, 0)) refuse('PAYOUT_RESERVED')
    const open = await this.#deps.payouts.openCents(tx, book.sellerId)
    if (amount > payableOf(balance, reserved, open)) refuse('PAYOUT_IN_OTHERS')
  }

  /**
   * Posts the transfer and notifies the seller. The notice names the bank account that was approved, because the seller may have
   * entered a newer one.
   */
  async #postTransfer(
    tx: Tx,
    caller: Caller,
    transfer: Transfer,
    payout: ApprovedPayout | null,
  ): Promise<number> {
    const { sellerId, kind, amount, reference, paidOn } = transfer
    const [last, now] = [endOfDay(paidOn), this.#deps.clock.now()]
    // The posting is dated at the end of the day, so that the day's sales precede the transfer that pays them out.
    const at = last < now ? last : now
    const postingId = await this.#post(tx, {
      source: sourceOf(transfer),
      kind,
      at,
      aboutId: null,
      sellerId,
      reference,
      note: '',
      recordedBy: caller.userId,
      cents: signedCents(transfer),
    })
    if (postingId === undefined) throw new Error(`${sourceOf(transfer)} is already posted`)
    const present = () => this.#deps.businesses.payoutBanks.payoutBankOf(tx, sellerId)
    const bank = kind === 'payout' ? (payout ?? (await present())) : undefined
    const paidTo = bank && { bankName: bank.bankName, accountEndsWith: bank.accountEndsWith }
    const details = { kind, cents: amount, reference, paidOn, ...paidTo }
    await this.#deps.businesses.recordSellerChange(tx, caller, sellerId, 'transfer.recorded', details)
    return postingId
  }

  /** A repeated request posts no second reversal. */
  async reverseTransfer(
    caller: Caller,
    { id, reason }: { id: number; reason: string },
  ): Promise<{ balance: number }> {
    return this.#deps.database.transaction(async (tx) => {
      const wrong = await ledger.transferById(tx, id)
      if (!wrong) return refuse('TRANSFER_NOT_FOUND')
      const { sellerId, kind, cents, reference } = wrong
      const book = await lockedBook(tx, sellerId)
      const reversal = await this.#post(tx, {
        source: `reversal:${id}`,
        kind: `${kind}_reversed`,
        at: this.#deps.clock.now(),
        aboutId: id,
        sellerId,
        reference,
        note: reason,
        recordedBy: caller.userId,
        cents: -cents,
      })
      const details = { kind, cents: Math.abs(cents), reference, reason }
      // `undefined` means that the transfer was already reversed; the seller is notified once.
      if (reversal !== undefined)
        await this.#deps.businesses.recordSellerChange(tx, caller, sellerId, 'transfer.reversed', details)
      return this.#balanceNow(tx, book)
    })
  }

  async #post(
    tx: Tx,
    {
      sellerId,
      cents,
      ...posting
    }: Pick<ledger.NewPosting, 'source' | 'kind' | 'at' | 'aboutId' | 'reference' | 'note' | 'recordedBy'> & {
      sellerId: number
      cents: number
    },
  ): Promise<number | undefined> {
    const platform = await ledger.platformSeller(tx)
    return ledger.insertPosting(tx, {
      ...posting,
      payeeSellerId: sellerId,
      through: 'bank',
      lines: [],
      entries: entriesOfTransfer(sellerId, platform, cents),
    })
  }

  readonly #balanceNow = async (tx: Tx, book: statements.Book) => ({
    balance: await statements.balanceOfEntries(tx, book),
  })
}

const sourceOf = ({ sellerId, key }: Transfer): string => `transfer:${sellerId}:${key}`

/** The sign is that of the seller's bank: received money is positive. */
const signedCents = ({ kind, amount }: Transfer): number => (kind === 'payout' ? amount : -amount)

function emptyBook({ name, email }: Caller, month: string | undefined): LedgerSummary {
  const nothing = {
    balance: 0,
    reserved: 0,
    payable: 0,
    payouts: null,
    opening: 0,
    closing: 0,
    sales: 0,
    refunds: 0,
    chargebacks: 0,
    tax: 0,
    fees: 0,
    net: 0,
    transfers: 0,
  }
  return { seller: { id: 0, name: name ?? email, isPlatform: false }, month: month ?? null, ...nothing }
}
