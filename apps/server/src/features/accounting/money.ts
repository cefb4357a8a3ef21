/**
 * Every amount of money on a screen, in a file or in a mail is computed here (docs/ledger.md#figures). No other code adds up sales.
 */
import type { RawBuilder } from 'kysely'
import { monthRange } from '@apogee/domain/time/malaysia-months.ts'
import type { Db } from '#server/platform/database/database.ts'
import * as store from './money.store.ts'

/** Amounts are positive sen. */
export interface SoldMoney {
  /** Sums paid orders and invoices, including SST. */
  sales: number
  /** The sum excludes chargebacks. */
  refunds: number
  /** The sum excludes chargebacks that the seller won. */
  chargebacks: number
  /** Revenue is sales less refunds and chargebacks. */
  revenue: number
}

/** Sales less refunds, chargebacks and fees are `net`. */
export interface NetMoney extends SoldMoney {
  /** Sums the platform's fees on sales, less the fees that refunds and chargebacks returned. */
  fees: number
  /** This is `revenue` less `fees`. */
  net: number
}

export interface Money extends NetMoney {
  /** Invoices contribute these amounts to `sales`, `refunds` and `fees`. */
  invoices: { sales: number; refunds: number; fees: number }
  /** Sums the payouts to sellers, less the sellers' payments to the platform. */
  paidOut: number
  /** The platform owes this amount to the sellers at the end of the period. A negative amount is owed by the sellers. */
  owed: number
}

/** `month` is a month in Kuala Lumpur, such as '2026-11'. Without `month`, all sales count. */
export async function moneyOf(db: Db, scope: store.MoneyScope, month?: string): Promise<Money> {
  const period = month === undefined ? { from: null, to: null } : monthRange(month)
  const sums = await store.sumsOf(db, scope, period)
  const { paidOut, owed, invoiceSales, invoiceRefunds, invoiceFees } = sums
  return {
    ...netMoney(sums),
    invoices: { sales: invoiceSales, refunds: invoiceRefunds, fees: invoiceFees },
    paidOut,
    owed,
  }
}

export async function moneyByMonth(
  db: Db,
  scope: store.MoneyScope,
  range: { now: Date; months: number },
): Promise<(SoldMoney & { month: string })[]> {
  const rows = await store.sumsByMonth(db, scope, range)
  return rows.map((row) => ({ month: row.month, ...soldMoney(row) }))
}

/** Returns one row for each day, for at most the last hundred days. */
export async function moneyByDay(
  db: Db,
  scope: store.MoneyScope,
  range: { today: string; days: number },
): Promise<(NetMoney & { day: string; orders: number; invoices: number })[]> {
  const rows = await store.sumsByDay(db, scope, range)
  return rows.map(({ day, count, invoices, ...sums }) => ({
    day,
    orders: count - invoices,
    invoices,
    ...netMoney(sums),
  }))
}

/** `lines` is a query that returns `source` and `line_id` of sold lines. */
export const moneyOfLines = async (db: Db, lines: RawBuilder<unknown>): Promise<NetMoney> =>
  netMoney(await store.sumsOfLines(db, lines))

export async function moneyBySource(db: Db, lines: RawBuilder<unknown>): Promise<Map<string, SoldMoney>> {
  const rows = await store.sumsBySource(db, lines)
  return new Map(rows.map((row) => [row.source, soldMoney(row)]))
}

const soldMoney = ({ sales, returned, chargebacks }: store.SoldRow): SoldMoney => ({
  sales,
  chargebacks,
  refunds: returned - chargebacks,
  revenue: sales - returned,
})

const netMoney = ({ fees, ...sums }: store.SoldRow & { fees: number }): NetMoney => {
  const sold = soldMoney(sums)
  return { ...sold, fees, net: sold.revenue - fees }
}
