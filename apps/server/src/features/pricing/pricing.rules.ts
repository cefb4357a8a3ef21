/**
 * What something costs, as one pure function: list price, timed sale, code, SST inside. Amounts in sen.
 *
 * An item is whatever is sold by one seller at one list price. Today its key is a course; a bundle, a gift or a seat is
 * another key with a list price of its own, and nothing here changes.
 */
import { allocate } from '@apogee/domain/allocation.ts'
import { rateOf, sstInside } from '@apogee/domain/proportion.ts'
import type { CodeRefusal } from '@apogee/contracts/pricing/pricing.ts'

export interface TimedPrice {
  priceCents: number
  startsAt: Date | null
  endsAt: Date | null
}

export interface Item {
  key: number
  sellerId: number
  listCents: number
  sale: TimedPrice | null
  /** SST inside this seller's prices, and what the platform keeps of them, in hundredths of a percent. */
  taxBasisPoints: number
  feeBasisPoints: number
}

export interface Code {
  sellerId: number
  /** The only item it is for; null: all of its seller's. */
  itemKey: number | null
  worth: { percentBasisPoints: number } | { amountCents: number }
  startsAt: Date | null
  endsAt: Date | null
  isArchived: boolean
  maxUses: number | null
  oncePerPerson: boolean
}

/** Places of a code that other orders hold than the one being priced. */
export interface Places {
  taken: number
  /** Of these, this buyer's. */
  takenByBuyer: number
}

export type Priced<T extends Item> = T & {
  saleDiscountCents: number
  couponDiscountCents: number
  /** Both discounts. */
  discountCents: number
  /** What is paid: never below 0. */
  priceCents: number
  taxCents: number
}

/** The sale price that holds at this moment. Its first instant belongs to it, its last does not. */
export function runningSale({ sale, listCents }: Pick<Item, 'sale' | 'listCents'>, now: Date) {
  if (!sale || sale.priceCents >= listCents) return null
  return isWithin(sale, now) ? sale : null
}

/** Each item with its price, in the given order. `code` must be one that `codeRefusal` finds nothing against. */
export function priceItems<T extends Item>(items: readonly T[], now: Date, code: Code | null): Priced<T>[] {
  const afterSale = items.map((item) => runningSale(item, now)?.priceCents ?? item.listCents)
  const eligible = items.map((item, place) => (code && isFor(code, item) ? (afterSale[place] ?? 0) : 0))
  const discounts = allocate(code ? worthOf(code, sum(eligible)) : 0, eligible)
  return items.map((item, place) => {
    const saleDiscountCents = item.listCents - (afterSale[place] ?? 0)
    const couponDiscountCents = discounts[place] ?? 0
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

/** Why a code takes nothing off these items now; null: it does. Archived, it is as if it had never been. */
export function codeRefusal(
  code: Code | null,
  items: readonly Item[],
  now: Date,
  places: Places,
): CodeRefusal | null {
  if (!code || code.isArchived) return 'unknown'
  if (code.startsAt && now < code.startsAt) return 'not_started'
  if (code.endsAt && now >= code.endsAt) return 'expired'
  if (code.oncePerPerson && places.takenByBuyer > 0) return 'used_by_you'
  if (code.maxUses !== null && places.taken >= code.maxUses) return 'used_up'
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

function isWithin({ startsAt, endsAt }: Pick<TimedPrice, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return (!startsAt || startsAt <= now) && (!endsAt || now < endsAt)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
