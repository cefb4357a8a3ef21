/** Prices that hold for a time. Amounts in sen. The start is included, the end excluded; null: no limit on that side. */

interface Period {
  startsAt: Date | null
  endsAt: Date | null
}

export interface TimedPrice extends Period {
  priceCents: number
}

const isWithin = ({ startsAt, endsAt }: Period, now: Date): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)

/** The sale that replaces the list price now; null: none does. A sale that is not below the list price never does. */
export const runningSale = (sale: TimedPrice | null, listCents: number, now: Date): TimedPrice | null =>
  sale !== null && sale.priceCents < listCents && isWithin(sale, now) ? sale : null
