/** Statements of a seller's book, for the seller or a superadmin; and transfers entered by hand. */
import { monthRange } from '@apogee/domain/malaysia-months.ts'
import { endOfDay, startOfDay } from '@apogee/domain/malaysia-time.ts'
import type { LedgerRow, LedgerSummary, SellerBalance } from '@apogee/contracts/accounting/accounting.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { entriesOfTransfer, receiptNumber } from './accounting.rules.ts'
import * as ledger from './ledger.store.ts'
import * as statements from './statements.store.ts'

interface Asked {
  sellerId?: number | undefined
  /** '2026-11' in Kuala Lumpur. */
  month?: string | undefined
}

export interface Transfer {
  sellerId: number
  kind: 'payout' | 'payment_in'
  /** Positive sen. */
  amount: number
  expectedBalance: number
  reference: string
  /** 'yyyy-MM-dd' in Kuala Lumpur. */
  paidOn: string
  key: string
}

const everything: statements.Period = { from: null, to: null }

export interface StatementsDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'recordSellerChange' | 'payoutObstacles'> & {
    payoutBanks: Pick<Businesses['payoutBanks'], 'payoutBankOf'>
  }
}

export class Statements {
  readonly #deps: StatementsDependencies

  constructor(deps: StatementsDependencies) {
    this.#deps = deps
  }

  /** The caller's own book; for a superadmin the platform's, or a named one. Null: nothing was ever sold. */
  async bookFor(caller: Caller, sellerId?: number): Promise<statements.Book | null> {
    if (caller.role === 'superadmin') {
      const owner = sellerId === undefined ? ({ platform: true } as const) : { seller: sellerId }
      return (await statements.bookOf(this.#deps.database.kysely, owner)) ?? refuse('SELLER_NOT_FOUND')
    }
    const book = await statements.bookOf(this.#deps.database.kysely, ownOf(caller))
    // Another seller's book is not found.
    if (sellerId !== undefined && book?.sellerId !== sellerId) refuse('SELLER_NOT_FOUND')
    return book ?? null
  }

  async readLedger(caller: Caller, { sellerId, month }: Asked): Promise<LedgerSummary> {
    const book = await this.bookFor(caller, sellerId)
    if (!book) return emptyBook(caller, month)
    const period = month === undefined ? everything : monthRange(month)
    const [balance, reserved, opening, closing, sums] = await Promise.all([
      statements.balanceOf(this.#deps.database.kysely, book, null),
      statements.reservedOf(this.#deps.database.kysely, book, this.#deps.clock.now()),
      period.from ? statements.balanceOf(this.#deps.database.kysely, book, period.from) : 0,
      statements.balanceOf(this.#deps.database.kysely, book, period.to),
      statements.sumsOf(this.#deps.database.kysely, book, period),
    ])
    const seller = { id: book.sellerId, name: book.name, isPlatform: book.isPlatform }
    const payable = payableOf(balance, reserved)
    return { seller, balance, reserved, payable, month: month ?? null, opening, closing, ...sums }
  }

  async listLedger(caller: Caller, { sellerId, month }: Asked, page: PageRequest): Promise<Page<LedgerRow>> {
    const book = await this.bookFor(caller, sellerId)
    if (!book) return { data: [], meta: { total: 0, nextCursor: null } }
    const period = month === undefined ? everything : monthRange(month)
    const { rows, total } = await statements.statementOf(this.#deps.database.kysely, book, period, page)
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

  /** Idempotent by its key, and limited to what is owed. Transfers of one seller are serialised. */
  async recordTransfer(caller: Caller, transfer: Transfer): Promise<{ balance: number }> {
    const { sellerId, kind, amount, expectedBalance, reference, paidOn, key } = transfer
    return this.#deps.database.transaction(async (tx) => {
      const book = await this.#lockedBook(tx, sellerId)
      const source = `transfer:${sellerId}:${key}`
      const earlier = await ledger.postingOf(tx, source)
      if (earlier) {
        const entered = await ledger.transferById(tx, earlier.id)
        const cents = kind === 'payout' ? amount : -amount
        const isSame = entered?.kind === kind && entered.cents === cents && entered.reference === reference
        // The key was used with other values: the form was changed after its answer was lost.
        return isSame ? this.#balanceNow(tx, book) : refuse('TRANSFER_ENTERED')
      }
      if (kind === 'payout') await this.#refuseHeld(tx, sellerId)
      const { balance } = await this.#balanceNow(tx, book)
      if (balance !== expectedBalance) refuse('BALANCE_CHANGED')
      if (amount > (kind === 'payout' ? balance : -balance)) refuse('TRANSFER_TOO_LARGE')
      const reserved = await statements.reservedOf(tx, book, this.#deps.clock.now())
      if (kind === 'payout' && amount > payableOf(balance, reserved)) refuse('PAYOUT_RESERVED')
      const [from, last] = [startOfDay(paidOn), endOfDay(paidOn)]
      const now = this.#deps.clock.now()
      if (from > now) refuse('TRANSFER_IN_FUTURE')
      // Posted at the end of the day: that day's sales precede the transfer that pays them out.
      await this.#post(tx, {
        ...{ source, kind, at: last < now ? last : now, aboutId: null, sellerId, reference, note: '' },
        ...{ recordedBy: caller.userId, cents: kind === 'payout' ? amount : -amount },
      })
      const bank =
        kind === 'payout' ? await this.#deps.businesses.payoutBanks.payoutBankOf(tx, sellerId) : undefined
      const paidTo = bank && { bankName: bank.bankName, accountEndsWith: bank.accountEndsWith }
      const details = { kind, cents: amount, reference, paidOn, ...paidTo }
      await this.#deps.businesses.recordSellerChange(tx, caller, sellerId, 'transfer.recorded', details)
      return this.#balanceNow(tx, book)
    })
  }

  async #refuseHeld(tx: Tx, sellerId: number): Promise<void> {
    const [first] = await this.#deps.businesses.payoutObstacles(tx, sellerId)
    if (first) refuse('PAYOUT_HELD')
  }

  /** Postings are never deleted: the reversal is posted, once. */
  async reverseTransfer(
    caller: Caller,
    { id, reason }: { id: number; reason: string },
  ): Promise<{ balance: number }> {
    return this.#deps.database.transaction(async (tx) => {
      const wrong = await ledger.transferById(tx, id)
      if (!wrong) return refuse('TRANSFER_NOT_FOUND')
      const { sellerId, kind, cents, reference } = wrong
      const book = await this.#lockedBook(tx, sellerId)
      await this.#post(tx, {
        ...{
          source: `reversal:${id}`,
          kind: `${kind}_reversed`,
          at: this.#deps.clock.now(),
          aboutId: id,
          sellerId,
        },
        ...{ reference, note: reason, recordedBy: caller.userId, cents: -cents },
      })
      const details = { kind, cents: Math.abs(cents), reference, reason }
      await this.#deps.businesses.recordSellerChange(tx, caller, sellerId, 'transfer.reversed', details)
      return this.#balanceNow(tx, book)
    })
  }

  async #lockedBook(tx: Tx, sellerId: number): Promise<statements.Book> {
    await ledger.lockSeller(tx, sellerId)
    const book = await statements.bookOf(tx, { seller: sellerId })
    // The platform owes itself nothing.
    return !book || book.isPlatform ? refuse('SELLER_NOT_FOUND') : book
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
  ): Promise<void> {
    const platform = await ledger.platformSeller(tx)
    await ledger.insertPosting(tx, {
      ...{ ...posting, payeeSellerId: sellerId, through: 'bank', lines: [] },
      entries: entriesOfTransfer(sellerId, platform, cents),
    })
  }

  readonly #balanceNow = async (tx: Tx, book: statements.Book) => ({
    balance: await statements.balanceOfEntries(tx, book),
  })
}

/** A business's admin: its book; a lone instructor: their own. Refuses ORDERS_OF_BUSINESS. */
function ownOf({ role, userId, businessId }: Caller): statements.BookOwner {
  if (role === 'admin' && businessId !== null) return { business: businessId }
  if (role === 'instructor' && businessId === null) return { person: userId }
  return refuse('ORDERS_OF_BUSINESS')
}

/** The amount that may be paid out now: the rest is reserved until buyers cannot request refunds any more. */
const payableOf = (balance: number, reserved: number): number => Math.max(0, balance - reserved)

function emptyBook({ name, email }: Caller, month: string | undefined): LedgerSummary {
  const nothing = {
    balance: 0,
    reserved: 0,
    payable: 0,
    opening: 0,
    closing: 0,
    sales: 0,
    refunds: 0,
    tax: 0,
    fees: 0,
    transfers: 0,
  }
  return { seller: { id: 0, name: name ?? email, isPlatform: false }, month: month ?? null, ...nothing }
}
