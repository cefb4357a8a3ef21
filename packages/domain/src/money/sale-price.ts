/**
 * Describes a price in sen with the period in which it applies. The start is included, the end is excluded, and null means no limit
 * on that side.
 */

interface Period {
  startsAt: Date | null
  endsAt: Date | null
}

export interface TimedPrice extends Period {
  priceCents: number
}

const isWithin = ({ startsAt, endsAt }: Period, now: Date): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)

/** Returns the sale that replaces the list price at `now`, or null. A sale that is not below the list price never replaces it. */
export const runningSale = (sale: TimedPrice | null, listCents: number, now: Date): TimedPrice | null =>
  sale !== null && sale.priceCents < listCents && isWithin(sale, now) ? sale : null
