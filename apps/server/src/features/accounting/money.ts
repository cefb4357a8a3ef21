/** Computes every figure of money that a screen, file or mail shows (docs/ledger.md#figures). No other statement adds up sales. */
import type { RawBuilder } from 'kysely'
import { monthRange } from '@apogee/domain/time/malaysia-months.ts'
import type { Db } from '#server/platform/database/database.ts'
import * as store from './money.store.ts'

/** Amounts are positive sen. */
export interface SoldMoney {
  /** The sum covers paid orders and invoices, including SST. */
  sales: number
  /** The sum excludes chargebacks. */
  refunds: number
  /** The sum excludes chargebacks that the seller won. */
  chargebacks: number
  /** Revenue is sales less refunds and chargebacks. */
  revenue: number
}

export interface Money extends SoldMoney {
  /** These are the parts of sales and refunds that belong to invoices. */
  invoices: { sales: number; refunds: number }
  /** The platform takes fees on sales after refunds and chargebacks. */
  fees: number
  /** The value is revenue less fees. */
  net: number
  /** The value is payouts to sellers less their payments to the platform. */
  paidOut: number
  /** The value is the debt to sellers at the end of the period. A negative value means that the sellers owe it. */
  owed: number
}

/** `month` is a month in Kuala Lumpur, such as '2026-11'. Without it, the figures begin with the first sale. */
export async function moneyOf(db: Db, scope: store.MoneyScope, month?: string): Promise<Money> {
  const period = month === undefined ? { from: null, to: null } : monthRange(month)
  const sums = await store.sumsOf(db, scope, period)
  const { fees, paidOut, owed, invoiceSales, invoiceRefunds } = sums
  const sold = soldMoney(sums)
  return {
    ...sold,
    invoices: { sales: invoiceSales, refunds: invoiceRefunds },
    fees,
    net: sold.revenue - fees,
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

/** Returns one row for each of at most the last hundred days. */
export async function moneyByDay(
  db: Db,
  scope: store.MoneyScope,
  range: { today: string; days: number },
): Promise<(SoldMoney & { day: string; orders: number })[]> {
  const rows = await store.sumsByDay(db, scope, range)
  return rows.map((row) => ({ day: row.day, orders: row.orders, ...soldMoney(row) }))
}

/** `lines` is a query of `source` and `line_id` that names sold lines as posted. */
export const moneyOfLines = async (db: Db, lines: RawBuilder<unknown>): Promise<SoldMoney> =>
  soldMoney(await store.sumsOfLines(db, lines))

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
