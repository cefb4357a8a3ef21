/** Every figure of money that a screen, a file or a mail shows: docs/ledger.md#figures. No other statement adds up what was sold. */
import type { RawBuilder } from 'kysely'
import { monthRange } from '@apogee/domain/malaysia-months.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SellerScope } from '#server/policy/seller-scope.ts'
import * as store from './money.store.ts'

export type MoneyScope = SellerScope | { sellerId: number }

/** Positive sen. */
export interface SoldMoney {
  /** Paid orders and invoices, SST included. */
  sales: number
  /** Given back to buyers, chargebacks excluded. */
  refunds: number
  /** Taken back by the buyers' banks, less those that the seller won. */
  chargebacks: number
  /** Sales less refunds and chargebacks. */
  revenue: number
}

export interface Money extends SoldMoney {
  /** The part of sales and refunds that belongs to invoices. */
  invoices: { sales: number; refunds: number }
  /** The platform's fees on what is left of the sales. */
  fees: number
  /** Revenue without fees. */
  net: number
  /** Paid out to sellers, less what they paid in. */
  paidOut: number
  /** Still to be paid to sellers at the end of the period; negative: they owe it. */
  owed: number
}

/** `month` is a month in Kuala Lumpur, '2026-11'. Without it the figures begin with the first sale. */
export async function moneyOf(db: Db, scope: MoneyScope, month?: string): Promise<Money> {
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
  scope: MoneyScope,
  range: { now: Date; months: number },
): Promise<(SoldMoney & { month: string })[]> {
  const rows = await store.sumsByMonth(db, scope, range)
  return rows.map((row) => ({ month: row.month, ...soldMoney(row) }))
}

/** Returns one row for each of at most the last hundred days. */
export async function moneyByDay(
  db: Db,
  scope: MoneyScope,
  range: { today: string; days: number },
): Promise<(SoldMoney & { day: string; orders: number })[]> {
  const rows = await store.sumsByDay(db, scope, range)
  return rows.map((row) => ({ day: row.day, orders: row.orders, ...soldMoney(row) }))
}

/** `lines` is a query of `source` and `line_id`, which names sold lines as they were posted. */
export const moneyOfLines = async (db: Db, lines: RawBuilder<unknown>): Promise<SoldMoney> =>
  soldMoney(await store.sumsOfLines(db, lines))

/** Returns the money of each source of these lines, such as 'order:12'. */
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
