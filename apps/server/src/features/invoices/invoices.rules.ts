/** Totals, state and seats of an invoice. Pure. */
import { dayInMalaysia } from '@apogee/domain/malaysia-time.ts'
import { sstInside } from '@apogee/domain/proportion.ts'
import type { InvoiceStatus, SeatRowProblem } from '@apogee/contracts/invoices/invoices.ts'
import type { NamedPerson } from '@apogee/contracts/enrolments/people-list.ts'

export type InvoiceState = 'draft' | 'issued' | 'paid' | 'void'

const hour = 3_600_000

/** So many mails leave for one seller within 24 hours: invoices to companies, invitations to the people named. */
export const mailsPerDay = { invoice: 50, seat: 500 } as const
/** Drafts of one seller that nobody has issued; more are a mistake or a flood. */
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

/** Due until the end of its day in Kuala Lumpur. */
export function statusOf({ state, dueOn }: { state: InvoiceState; dueOn: string }, now: Date): InvoiceStatus {
  return state === 'issued' && dueOn < dayInMalaysia(now) ? 'overdue' : state
}

const day = 24 * hour
/** Whose day passed so many days ago is reminded of, once; what is older is past reminding. */
const remindedAfterDays = { first: 3, last: 30 } as const
/** Nobody is reminded at night: from this hour of the day in Kuala Lumpur on. */
const remindedFromHour = 9

/** The due days whose invoices are reminded of now, yyyy-MM-dd, both included. */
export function daysToRemindOf(now: Date): { from: string; to: string } {
  const daysBefore = (days: number) =>
    dayInMalaysia(new Date(now.getTime() - remindedFromHour * hour - days * day))
  return { from: daysBefore(remindedAfterDays.last), to: daysBefore(remindedAfterDays.first) }
}

const prefixes = { invoice: 'INV', credit_note: 'CN' } as const
export type NumberedKind = keyof typeof prefixes

/** As it stands on paper; null without a number. */
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
  /** Addresses that hold a seat of it. */
  holders: ReadonlySet<string>
}

export interface GrantedSeat {
  lineId: number
  email: string
  name: string
}

/** Gives each person a seat in each of the lines that they have none in, in the order of the list, while there are seats. */
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
