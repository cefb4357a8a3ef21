/**
 * Writes the books and issues receipts. The service knows sellers and amounts but no orders, so callers name the seller of each
 * line.
 */
import type { Language } from '@apogee/domain/languages.ts'
import type { Log, Tx } from '#server/platform/database/database.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import { Receipts, type ReceiptsDependencies } from './accounting.receipts.ts'
import {
  entriesOfHeld,
  entriesOfLines,
  feeOf,
  refundedLine,
  type HeldKind,
  type PostedLine,
  type SaleLine,
  type Through,
} from './accounting.rules.ts'
import { LedgerSums } from './ledger-sums.ts'
import { Statements } from './accounting.statements.ts'
import { Books } from './accounting.books.ts'
import { Payouts, type PayoutsDependencies } from './payouts.ts'
import * as ledger from './ledger.store.ts'
import * as receipts from './receipts.store.ts'

export type { SaleLine, Through } from './accounting.rules.ts'
export { paperTyped, receiptNumber, type PaperNumber } from './accounting.rules.ts'
export { moneyByDay, moneyByMonth, moneyBySource, moneyOf, moneyOfLines, type NetMoney } from './money.ts'
export type { MoneyScope } from './money.store.ts'

export interface Sale {
  /** Identifies the sale, such as 'order:12' or 'invoice:7'. Each source is posted once. */
  source: string
  at: Date
  /** The money was received by the only seller of the lines, or by the platform. */
  payeeSellerId: number
  through: Through
  buyer: receipts.Buyer
  language: Language
  /** Receipts show the public id of the order or the number of the invoice. */
  reference: string
  lines: readonly SaleLine[]
  mailsReceipt?: boolean
}

export interface RefundOfSale {
  source: string
  sale: string
  /** `chargeback_won` means that the seller won the dispute and gets the money back. */
  kind: 'refund' | 'chargeback' | 'chargeback_won'
  at: Date
  /** Amounts are positive sen, even for `chargeback_won`. */
  lines: readonly { lineId: number; cents: number }[]
  mailsReceipt?: boolean
}

export interface HeldMoney {
  source: string
  payeeSellerId: number
  kind: HeldKind
  cents: number
  at: Date
  through?: Through
  reference?: string
}

export const mailReceiptTask = 'receipts.mail'

/** Posts lines with the entries that follow from them. Such postings have no note and no author, because no person enters them. */
const postLines = (
  tx: Tx,
  posting: Omit<ledger.NewPosting, 'note' | 'recordedBy' | 'entries'>,
  platformSellerId: number,
): Promise<number | undefined> =>
  ledger.insertPosting(tx, {
    ...posting,
    note: '',
    recordedBy: null,
    entries: entriesOfLines(posting.lines, { ...posting, platformSellerId }),
  })

export class Accounting {
  #platformId: number | undefined
  readonly statements
  readonly payouts
  readonly receipts
  readonly sums
  readonly books

  constructor(deps: ReceiptsDependencies & PayoutsDependencies & { log: Log }) {
    this.payouts = new Payouts(deps)
    this.statements = new Statements({ ...deps, payouts: this.payouts })
    this.books = new Books({ ...deps, statements: this.statements })
    this.sums = new LedgerSums(deps)
    this.receipts = new Receipts(deps)
  }

  /** The platform seller is created once and never deleted. */
  readonly #platformSeller = async (tx: Tx): Promise<number> =>
    (this.#platformId ??= await ledger.platformSeller(tx))

  /** Posts a sale and issues a receipt for each seller with a paid line. A free sale posts nothing. */
  async recordSale(tx: Tx, sale: Sale): Promise<receipts.IssuedReceipt[]> {
    const platformSellerId = await this.#platformSeller(tx)
    const lines = sale.lines
      .filter(({ paidCents }) => paidCents > 0)
      .map((line) => ({ ...line, feeCents: feeOf(line, { platformSellerId }) }))
    if (lines.length === 0) return []
    const { source, at, payeeSellerId, through, reference, buyer, language, mailsReceipt = true } = sale
    const from = { source, at, payeeSellerId, through, reference }
    const postingId = await postLines(tx, { ...from, kind: 'sale', aboutId: null, lines }, platformSellerId)
    if (postingId === undefined) return this.#issuedFor(tx, source)
    const paper = { postingId, saleId: postingId, issuedAt: at, language, reference, through }
    const issued = { ...paper, kind: 'receipt', receipts: sumsBySeller(lines) } as const
    return receipts.insertReceipts(tx, issued, buyer, mailsReceipt ? mailReceiptTask : null)
  }

  /** Posts a refund of a sale line by line, with its share of tax and fee, and issues refund notes. */
  async recordRefund(tx: Tx, refund: RefundOfSale): Promise<receipts.IssuedReceipt[]> {
    const { source, kind, at, mailsReceipt = true } = refund
    const platformSellerId = await this.#platformSeller(tx)
    const nonZero = refund.lines.filter(({ cents }) => cents !== 0)
    if (nonZero.length === 0) return []
    const sale = await ledger.lockPosting(tx, refund.sale)
    if (!sale || sale.kind !== 'sale') throw new Error(`${refund.sale} is not a sale in the books`)
    if (await ledger.postingOf(tx, source)) return this.#issuedFor(tx, source)
    const sold = new Map((await ledger.soldLines(tx, sale.id)).map((line) => [line.lineId, line]))
    const lines = nonZero.map(({ lineId, cents }) => {
      const { refundedCents, ...line } = sold.get(lineId) ?? unknownLine(refund.sale, lineId)
      if (cents < 0) throw new RangeError(`a refund's amounts are positive: ${cents}`)
      return refundedLine(line, refundedCents, kind === 'chargeback_won' ? -cents : cents)
    })
    const { payeeSellerId, through, reference } = sale
    const from = { source, at, payeeSellerId, through, reference }
    const postingId = await postLines(tx, { ...from, kind, aboutId: sale.id, lines }, platformSellerId)
    if (postingId === undefined) return this.#issuedFor(tx, source)
    const first = await receipts.buyerOfSale(tx, sale.id)
    if (!first) throw new Error(`${refund.sale} has no receipt`)
    return receipts.insertReceipts(
      tx,
      {
        postingId,
        saleId: sale.id,
        issuedAt: at,
        language: first.language,
        reference,
        through,
        // A reversed chargeback gets a receipt like any payment.
        kind: kind === 'chargeback_won' ? 'receipt' : 'refund_note',
        receipts: sumsBySeller(lines),
      },
      first.buyer,
      mailsReceipt ? mailReceiptTask : null,
    )
  }

  /** Records money that belongs to no order, its refund, or its assignment to a sale. */
  async recordMoney(tx: Tx, money: HeldMoney): Promise<void> {
    const { source, kind, at, payeeSellerId, cents, through = 'provider', reference = '' } = money
    await ledger.insertPosting(tx, {
      source,
      kind,
      at,
      aboutId: null,
      payeeSellerId,
      through,
      reference,
      note: '',
      recordedBy: null,
      lines: [],
      entries: entriesOfHeld(kind, cents, { payeeSellerId, through }),
    })
  }

  /** Skips `count` numbers in each series of receipts and refund notes of these years. Returns the number of series. */
  skipNumbers(tx: Tx, years: readonly number[], count: number): Promise<number> {
    return receipts.skipNumbers(tx, years, count)
  }

  async #issuedFor(tx: Tx, source: string): Promise<receipts.IssuedReceipt[]> {
    const posting = await ledger.postingOf(tx, source)
    return posting ? receipts.receiptsOfPosting(tx, posting.id) : []
  }
}

function unknownLine(sale: string, lineId: number): never {
  throw new Error(`${sale} has no line ${lineId} that cost something`)
}

/** Each seller gets one document. Its amounts are positive, even on a refund note. */
function sumsBySeller(lines: readonly PostedLine[]) {
  const sums = new Map<number, { publicId: string; sellerId: number; totalCents: number; taxCents: number }>()
  for (const { sellerId, paidCents, taxCents } of lines) {
    const sum = sums.get(sellerId) ?? { publicId: newPublicId(), sellerId, totalCents: 0, taxCents: 0 }
    sum.totalCents += Math.abs(paidCents)
    sum.taxCents += Math.abs(taxCents)
    sums.set(sellerId, sum)
  }
  return [...sums.values()]
}
