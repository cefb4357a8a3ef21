/** Parses the courses of a draft, which are typed text. */
import type { InvoiceLine } from '@apogee/contracts/invoices/invoices.ts'
import { invoiceLimits } from '@apogee/contracts/invoices/invoice-limits.ts'
import { priceMaxCents } from '@apogee/contracts/limits.ts'
import { decimalRinggit } from '@apogee/domain/money/money.ts'
import { sstInside } from '@apogee/domain/money/proportion.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'

export interface TypedLine {
  /** The key is local to this page, because lines are moved and removed during editing. */
  key: number
  courseId: string
  seats: string
  /** `price` is in ringgit. */
  price: string
}

export type LineProblem = 'lineCourse' | 'lineTwice' | 'lineSeats' | 'linePrice'

export interface ReadLine {
  courseId: number
  seats: number
  unitPrice: number
}

export function senIn(price: string): number | null {
  const sen = parseRinggit(price)
  return sen !== null && sen <= priceMaxCents ? sen : null
}

const seatsIn = (seats: string): number | null => {
  const count = /^\d{1,3}$/.test(seats.trim()) ? Number(seats) : 0
  return count >= 1 && count <= invoiceLimits.seatsPerLine ? count : null
}

/** Returns the first problem of a line, or null when it is valid. */
export function problemOf(line: TypedLine, lines: readonly TypedLine[]): LineProblem | null {
  if (line.courseId === '') return 'lineCourse'
  const before = lines.slice(0, lines.indexOf(line))
  if (before.some(({ courseId }) => courseId === line.courseId)) return 'lineTwice'
  if (seatsIn(line.seats) === null) return 'lineSeats'
  return senIn(line.price) === null ? 'linePrice' : null
}

/** Returns null when any line is invalid. */
export function readLines(lines: readonly TypedLine[]): ReadLine[] | null {
  if (lines.length === 0 || lines.some((line) => problemOf(line, lines) !== null)) return null
  return lines.map(({ courseId, seats, price }) => ({
    courseId: Number(courseId),
    seats: Number(seats),
    unitPrice: senIn(price) ?? 0,
  }))
}

/** Returns the sum of all valid lines in sen, and the SST contained. */
export function sumsOf(lines: readonly TypedLine[], taxBasisPoints: number): { total: number; tax: number } {
  const totals = lines.map(({ seats, price }) => (seatsIn(seats) ?? 0) * (senIn(price) ?? 0))
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return { total: sum(totals), tax: sum(totals.map((total) => sstInside(total, taxBasisPoints))) }
}

export const typedFrom = (lines: readonly InvoiceLine[]): TypedLine[] =>
  lines.map(({ courseId, seats, unitPrice }, key) => ({
    key,
    courseId: String(courseId),
    seats: String(seats),
    price: decimalRinggit(unitPrice),
  }))
