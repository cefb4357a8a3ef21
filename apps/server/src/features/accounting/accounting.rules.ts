/**
 * Applies the double-entry rules of sales, refunds, held money and transfers in each book. Debits are positive; amounts are whole
 * sen.
 */
import type { LedgerAccount } from '@apogee/contracts/accounting/books.ts'
import { proportionOf, rateOf } from '@apogee/domain/money/proportion.ts'

export interface Entry {
  sellerId: number
  account: LedgerAccount
  cents: number
}

export type Through = 'provider' | 'bank'

export interface SaleLine {
  /** Identifies the line of the order or invoice that was sold. */
  lineId: number
  sellerId: number
  title: string
  listCents: number
  discountCents: number
  taxBasisPoints: number
  /** This SST is part of the paid price. */
  taxCents: number
  feeBasisPoints: number
  paidCents: number
}

/** A refunded line has negative amounts. */
export interface PostedLine extends SaleLine {
  feeCents: number
}

/** Tells whose account received the money, and through which channel. */
export interface SaleChannel {
  payeeSellerId: number
  platformSellerId: number
  through: Through
}

/** The platform pays no fee on its own courses. */
export function feeOf(
  { sellerId, paidCents, feeBasisPoints }: SaleLine,
  { platformSellerId }: Pick<SaleChannel, 'platformSellerId'>,
): number {
  return sellerId === platformSellerId ? 0 : rateOf(paidCents, feeBasisPoints)
}

/**
 * The seller's book records income without tax, the tax, the fee as a cost, and the money. When the money is in the platform's
 * account, the platform owes it to the seller.
 */
export function entriesOfLines(lines: readonly PostedLine[], till: SaleChannel): Entry[] {
  const { payeeSellerId, platformSellerId, through } = till
  const books = new Books()
  for (const { sellerId, paidCents, taxCents, feeCents } of lines) {
    if (sellerId !== payeeSellerId && payeeSellerId !== platformSellerId)
      throw new Error(`money for seller ${sellerId} cannot be in the account of seller ${payeeSellerId}`)
    books.add(payeeSellerId, through, paidCents)
    books.add(sellerId, 'sales', -(paidCents - taxCents))
    books.add(sellerId, 'tax', -taxCents)
    if (sellerId === platformSellerId) continue
    const owed = (sellerId === payeeSellerId ? 0 : paidCents) - feeCents
    books.add(sellerId, 'fee', feeCents)
    books.add(sellerId, 'platform', owed)
    books.add(platformSellerId, 'payable', -owed)
    books.add(platformSellerId, 'fee_income', -feeCents)
  }
  return books.entries()
}

/**
 * Refunds a part of a line, or reverses a refund when `cents` is negative. `refundedBefore` is the amount refunded earlier. Tax and
 * fee are computed from the total refunded so far, so a line that is refunded in several parts nets to zero.
 */
export function refundedLine(sold: PostedLine, refundedBefore: number, cents: number): PostedLine {
  const after = refundedBefore + cents
  if (!Number.isSafeInteger(cents) || after < 0 || after > sold.paidCents) {
    throw new RangeError(
      `line ${sold.lineId} was paid with ${sold.paidCents}: ${refundedBefore} are back, ${cents} more cannot be`,
    )
  }
  const moved = (total: number) =>
    proportionOf(total, refundedBefore, sold.paidCents) - proportionOf(total, after, sold.paidCents)
  return {
    ...sold,
    listCents: -cents,
    discountCents: 0,
    paidCents: -cents,
    taxCents: moved(sold.taxCents),
    feeCents: moved(sold.feeCents),
  }
}

export type HeldKind = 'held' | 'held_returned' | 'held_applied'

/**
 * Money without an order stays in the account `held` until it is refunded or becomes a sale. The sale then posts the money again.
 */
export function entriesOfHeld(
  kind: HeldKind,
  cents: number,
  till: Omit<SaleChannel, 'platformSellerId'>,
): Entry[] {
  if (!Number.isSafeInteger(cents) || cents <= 0)
    throw new RangeError(`held money must be positive: ${cents}`)
  const books = new Books()
  const signed = kind === 'held' ? cents : -cents
  books.add(till.payeeSellerId, till.through, signed)
  books.add(till.payeeSellerId, 'held', -signed)
  return books.entries()
}

/** Records a bank transfer between platform and seller. A negative amount means that the seller pays a debt. */
export function entriesOfTransfer(sellerId: number, platformSellerId: number, cents: number): Entry[] {
  const books = new Books()
  books.add(sellerId, 'bank', cents)
  books.add(sellerId, 'platform', -cents)
  books.add(platformSellerId, 'payable', cents)
  books.add(platformSellerId, 'bank', -cents)
  return books.entries()
}

/** Sums entries by book and account. Zero sums are not entered. */
class Books {
  readonly #sums = new Map<string, Entry>()

  add(sellerId: number, account: LedgerAccount, cents: number): void {
    const key = `${sellerId} ${account}`
    const entry = this.#sums.get(key) ?? { sellerId, account, cents: 0 }
    entry.cents += cents
    this.#sums.set(key, entry)
  }

  entries(): Entry[] {
    return [...this.#sums.values()].filter(({ cents }) => cents !== 0)
  }
}

export type ReceiptKind = 'receipt' | 'refund_note'

export interface PaperNumber {
  kind: ReceiptKind
  year: number
  number: number
}

/** Parses the number of a receipt or refund note: 'R-2026-000012', 'rn-2026-3'; null for anything else. */
export function paperTyped(typed: string): PaperNumber | null {
  const found = /^(RN?)-(\d{4})-(\d{1,9})$/i.exec(typed.trim())
  if (!found) return null
  const kind = found[1]?.toUpperCase() === 'R' ? 'receipt' : 'refund_note'
  return { kind, year: Number(found[2]), number: Number(found[3]) }
}

/** Holds what was typed of a number. Null stands for each part that was not typed. */
export interface PartOfPaperNumber {
  kind: ReceiptKind | null
  year: number | null
  number: number
}

/** Parses the end of a number of a receipt or refund note, such as '2026-000012' or '12', or the whole number. */
export function partOfPaperTyped(typed: string): PartOfPaperNumber | null {
  const whole = paperTyped(typed)
  if (whole) return whole
  const found = /^(?:(\d{4})-)?(\d{1,9})$/.exec(typed.trim())
  const number = Number(found?.[2] ?? 0)
  return number > 0 ? { kind: null, year: found?.[1] === undefined ? null : Number(found[1]), number } : null
}

export function receiptNumber({
  kind,
  year,
  number,
}: {
  kind: ReceiptKind
  year: number
  number: number
}): string {
  return `${kind === 'receipt' ? 'R' : 'RN'}-${year}-${String(number).padStart(6, '0')}`
}
