/**
 * Computes prices from list prices, timed sale prices, a code and the contained SST. All functions are pure, and amounts are in
 * sen. An item is anything that one seller sells at one list price, and its key is the id of a course. Bundles, gifts or seats
 * could be added with keys and list prices of their own, without changes here.
 */
import { allocate } from '@apogee/domain/money/allocation.ts'
import { rateOf, sstInside } from '@apogee/domain/money/proportion.ts'
import { runningSale, type TimedPrice } from '@apogee/domain/money/sale-price.ts'
import type { CodeRefusal } from '@apogee/contracts/pricing/pricing.ts'

export interface Item {
  key: number
  sellerId: number
  listCents: number
  sale: TimedPrice | null
  /** The SST contained in the seller's prices, in basis points. `feeBasisPoints` is the platform's fee. */
  taxBasisPoints: number
  feeBasisPoints: number
}

export interface Code {
  sellerId: number
  /** The only item to which the code applies. Null means all items of its seller. */
  itemKey: number | null
  worth: { percentBasisPoints: number } | { amountCents: number }
  startsAt: Date | null
  endsAt: Date | null
  isArchived: boolean
  maxUses: number | null
  oncePerPerson: boolean
}

/** The uses of a code by orders other than the one being priced. */
export interface CodeUses {
  taken: number
  /** The number of these uses that belong to the same buyer. */
  takenByBuyer: number
}

export type Priced<T extends Item> = T & {
  saleDiscountCents: number
  couponDiscountCents: number
  /** The sum of both discounts. */
  discountCents: number
  /** The amount to pay is never below 0. */
  priceCents: number
  taxCents: number
}

/** Returns each item with its price, in the given order. The caller must have checked that `codeRefusal` accepts `code`. */
export function priceItems<T extends Item>(items: readonly T[], now: Date, code: Code | null): Priced<T>[] {
  const afterSale = items.map(
    (item) => runningSale(item.sale, item.listCents, now)?.priceCents ?? item.listCents,
  )
  const eligible = items.map((item, index) => (code && isFor(code, item) ? (afterSale[index] ?? 0) : 0))
  const discounts = allocate(code ? worthOf(code, sum(eligible)) : 0, eligible)
  return items.map((item, index) => {
    const saleDiscountCents = item.listCents - (afterSale[index] ?? 0)
    const couponDiscountCents = discounts[index] ?? 0
    const discountCents = saleDiscountCents + couponDiscountCents
    const priceCents = item.listCents - discountCents
    return {
      ...item,
      saleDiscountCents,
      couponDiscountCents,
      discountCents,
      priceCents,
      taxCents: sstInside(priceCents, item.taxBasisPoints),
    }
  })
}

/** Returns why a code does not apply to these items, and null when it applies. An archived code is unknown. */
export function codeRefusal(
  code: Code | null,
  items: readonly Item[],
  now: Date,
  uses: CodeUses,
): CodeRefusal | null {
  if (!code || code.isArchived) return 'unknown'
  if (code.startsAt && now < code.startsAt) return 'not_started'
  if (code.endsAt && now >= code.endsAt) return 'expired'
  if (code.oncePerPerson && uses.takenByBuyer > 0) return 'used_by_you'
  if (code.maxUses !== null && uses.taken >= code.maxUses) return 'used_up'
  const its = items.filter((item) => isFor(code, item))
  if (its.length === 0) return 'other_courses'
  const reduced = priceItems(its, now, code)
  return reduced.some(({ couponDiscountCents }) => couponDiscountCents > 0) ? null : 'nothing_to_pay'
}

export const totalOf = (lines: readonly Pick<Priced<Item>, 'priceCents'>[]): number =>
  sum(lines.map(({ priceCents }) => priceCents))

const isFor = ({ sellerId, itemKey }: Code, item: Item): boolean =>
  item.sellerId === sellerId && (itemKey === null || itemKey === item.key)

function worthOf({ worth }: Code, eligibleCents: number): number {
  return 'amountCents' in worth
    ? Math.min(worth.amountCents, eligibleCents)
    : rateOf(eligibleCents, worth.percentBasisPoints)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
