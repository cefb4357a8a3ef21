/** The period is that of a price in sen. The start is included and the end is excluded. Null means no limit on that side. */

interface Period {
  startsAt: Date | null
  endsAt: Date | null
}

export interface TimedPrice extends Period {
  priceCents: number
}

const isWithin = ({ startsAt, endsAt }: Period, now: Date): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)

/** Returns the sale that replaces the list price now, or null. A sale that is not below the list price never does. */
export const runningSale = (sale: TimedPrice | null, listCents: number, now: Date): TimedPrice | null =>
  sale !== null && sale.priceCents < listCents && isWithin(sale, now) ? sale : null
