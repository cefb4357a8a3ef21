/** The rules for totals, state and seats of an invoice. All functions are pure. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sstInside } from '@apogee/domain/money/proportion.ts'
import type { InvoiceStatus, SeatRowProblem } from '@apogee/contracts/invoices/invoices.ts'
import type { NamedPerson } from '@apogee/contracts/enrolments/people-list.ts'

export type InvoiceState = 'draft' | 'issued' | 'paid' | 'void'

const hour = 3_600_000

/** The limits on one seller's mails within 24 hours: invoices to companies, and invitations to people with seats. */
export const mailsPerDay = { invoice: 50, seat: 500 } as const
/** The limit on one seller's drafts. More drafts indicate a mistake or abuse. */
export const openDrafts = 200
export const mailPeriodMs = 24 * hour

export interface PricedLine {
  totalCents: number
  taxCents: number
}

export function priceLine(
  line: { seats: number; unitPriceCents: number },
  taxBasisPoints: number,
): PricedLine {
  const totalCents = line.seats * line.unitPriceCents
  return { totalCents, taxCents: sstInside(totalCents, taxBasisPoints) }
}

/** Treats an invoice as due until the end of its due day in Kuala Lumpur. */
export function statusOf({ state, dueOn }: { state: InvoiceState; dueOn: string }, now: Date): InvoiceStatus {
  return state === 'issued' && dueOn < dayInMalaysia(now) ? 'overdue' : state
}

const day = 24 * hour
/** The reminder is sent between the third and the thirtieth day after the due day. Older invoices receive none. */
const remindedAfterDays = { first: 3, last: 30 } as const
/** Reminders start at this hour in Kuala Lumpur, so that none is sent at night. */
const remindedFromHour = 9

/** Returns the first and the last due day, as yyyy-MM-dd, of the invoices that need a reminder now. */
export function daysToRemindOf(now: Date): { from: string; to: string } {
  const daysBefore = (days: number) =>
    dayInMalaysia(new Date(now.getTime() - remindedFromHour * hour - days * day))
  return { from: daysBefore(remindedAfterDays.last), to: daysBefore(remindedAfterDays.first) }
}

const prefixes = { invoice: 'INV', credit_note: 'CN' } as const
export type NumberedKind = keyof typeof prefixes

/** Returns the printed number. Null means that the document has no number. */
export function documentNumber(
  kind: NumberedKind,
  { year, number }: { year: number | null; number: number | null },
): string | null {
  if (year === null || number === null) return null
  return `${prefixes[kind]}-${year}-${String(number).padStart(4, '0')}`
}

export interface LineSeats {
  courseId: number
  lineId: number
  seats: number
  /** The addresses of the people who have a seat of this line. */
  holders: ReadonlySet<string>
}

export interface GrantedSeat {
  lineId: number
  email: string
  name: string
}

/**
 * Assigns each person a seat in every line where the person has none, in list order. A person for whom a line has no free seat
 * receives none.
 */
export function seatPeople(
  people: readonly NamedPerson<SeatRowProblem>[],
  lines: readonly LineSeats[],
): { rows: NamedPerson<SeatRowProblem>[]; given: GrantedSeat[] } {
  const free = new Map(lines.map(({ lineId, seats, holders }) => [lineId, seats - holders.size]))
  const given: GrantedSeat[] = []
  const rows = people.map((person) => {
    if (person.problem) return person
    const { email, name } = person
    const wanted = lines.filter(({ holders }) => !holders.has(email))
    if (wanted.length === 0) return { ...person, problem: 'has_seat' as const }
    if (wanted.some(({ lineId }) => (free.get(lineId) ?? 0) <= 0))
      return { ...person, problem: 'no_free_seat' as const }
    for (const { lineId } of wanted) {
      free.set(lineId, (free.get(lineId) ?? 0) - 1)
      given.push({ lineId, email, name })
    }
    return person
  })
  return { rows, given }
}
