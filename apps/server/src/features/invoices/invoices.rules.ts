/** What an invoice comes to, how it stands, and who is meant by a pasted list. Pure. */
import { isEmailAddress } from '@apogee/contracts/email-address.ts'
import type { InvoiceStatus, SeatRowProblem } from '@apogee/contracts/invoices.ts'
import { invoiceLimits, nameMaxLength } from '@apogee/contracts/limits.ts'

export type InvoiceState = 'draft' | 'issued' | 'paid' | 'void'

const hour = 3_600_000

/** So many mails leave for one seller within 24 hours: invoices to companies, invitations to the people named. */
export const mailsPerDay = { invoice: 50, seat: 500 } as const
/** Drafts of one seller that nobody has issued; more are a mistake or a flood. */
export const openDrafts = 200
export const mailPeriodMs = 24 * hour

/** The SST inside a price: round half up of total × bp / (10000 + bp), in sen. */
export function taxWithin(totalCents: number, basisPoints: number): number {
  const whole = 10_000 + basisPoints
  return Math.floor((2 * totalCents * basisPoints + whole) / (2 * whole))
}

export interface PricedLine {
  totalCents: number
  taxCents: number
}

export function priceLine(
  line: { seats: number; unitPriceCents: number },
  taxBasisPoints: number,
): PricedLine {
  const totalCents = line.seats * line.unitPriceCents
  return { totalCents, taxCents: taxWithin(totalCents, taxBasisPoints) }
}

export const ringgit = (cents: number): string =>
  `RM ${(cents / 100).toLocaleString('en-MY', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** The calendar's day in Kuala Lumpur, yyyy-MM-dd. */
export const dayInKualaLumpur = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur', dateStyle: 'short' }).format(at)

export const yearInKualaLumpur = (at: Date): number => Number(dayInKualaLumpur(at).slice(0, 4))

/** Due until the end of its day in Kuala Lumpur. */
export function statusOf({ state, dueOn }: { state: InvoiceState; dueOn: string }, now: Date): InvoiceStatus {
  return state === 'issued' && dueOn < dayInKualaLumpur(now) ? 'overdue' : state
}

const day = 24 * hour
/** Whose day passed so many days ago is reminded of, once; what is older is past reminding. */
const remindedAfterDays = { first: 3, last: 30 } as const
/** Nobody is reminded at night: from this hour of the day in Kuala Lumpur on. */
const remindedFromHour = 9

/** The due days whose invoices are reminded of now, yyyy-MM-dd, both included. */
export function daysToRemindOf(now: Date): { from: string; to: string } {
  const daysBefore = (days: number) =>
    dayInKualaLumpur(new Date(now.getTime() - remindedFromHour * hour - days * day))
  return { from: daysBefore(remindedAfterDays.last), to: daysBefore(remindedAfterDays.first) }
}

const prefixes = { invoice: 'INV', credit_note: 'CN' } as const
export type NumberedKind = keyof typeof prefixes

/** As it stands on paper; null without a number. */
export function numberOnPaper(
  kind: NumberedKind,
  { year, number }: { year: number | null; number: number | null },
): string | null {
  if (year === null || number === null) return null
  return `${prefixes[kind]}-${year}-${String(number).padStart(4, '0')}`
}

export interface NamedPerson {
  /** Line of the text, from 1. */
  row: number
  email: string
  name: string
  problem: SeatRowProblem | null
}

/**
 * Who is meant by a pasted list: one person a line, as an address, as `Name <address>`, or as cells of a CSV or a
 * spreadsheet (comma, semicolon or tab) in either order. A first line without an address is a heading.
 */
export function readPeople(text: string): NamedPerson[] {
  const records = recordsOf(text).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const first = records[0]
  const isHeading =
    first !== undefined && !first.cells.some((cell) => cell.includes('@')) && records.length > 1
  const seen = new Set<string>()
  return (isHeading ? records.slice(1) : records).map(({ row, cells }, place) => {
    const person = personIn(cells)
    const problem = place >= invoiceLimits.peopleAtOnce ? 'too_many' : problemOf(person, seen)
    seen.add(person.email)
    return { row, ...person, problem }
  })
}

function problemOf({ email, name }: { email: string; name: string }, seen: ReadonlySet<string>) {
  if (email === '') return 'no_email'
  if (!isEmailAddress(email)) return 'bad_email'
  if (name.length > nameMaxLength || hasControl(name) || /:\/\/|www\./i.test(name)) return 'bad_name'
  return seen.has(email) ? 'twice' : null
}

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

function personIn(cells: readonly string[]): { email: string; name: string } {
  const given = cells.filter((cell) => cell !== '')
  const withAddress = given.find(isEmailAddress) ?? given.find((cell) => cell.includes('@')) ?? ''
  const [, named, inside] = /^([^<]*)<([^<>]*)>$/.exec(withAddress) ?? []
  const others = given.filter((cell) => cell !== withAddress)
  const email = (inside ?? withAddress).trim().toLowerCase()
  const name = (named?.trim() ? named : others.join(' ')).trim().replace(/^"(.*)"$/, '$1')
  return { email, name }
}

interface Record {
  row: number
  cells: string[]
}

/** RFC 4180 by hand, in one pass: quotes hold separators and line ends. */
function recordsOf(text: string): Record[] {
  const clean = text.replace(/^\uFEFF/, '')
  const records: Record[] = []
  let record: Record = { row: 1, cells: [] }
  let cell = ''
  let quoted = false
  let row = 1
  const endCell = () => {
    record.cells.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < clean.length; at += 1) {
    const sign = clean.charAt(at)
    if (sign === '\n') row += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (clean.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === ',' || sign === ';' || sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      records.push(record)
      record = { row, cells: [] }
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  records.push(record)
  return records
}

export interface LineSeats {
  courseId: number
  lineId: number
  seats: number
  /** Addresses that hold a seat of it. */
  holders: ReadonlySet<string>
}

export interface SeatGiven {
  lineId: number
  email: string
  name: string
}

/** Gives each person a seat in each of the lines that they have none in, in the order of the list, while there are seats. */
export function seatPeople(
  people: readonly NamedPerson[],
  lines: readonly LineSeats[],
): { rows: NamedPerson[]; given: SeatGiven[] } {
  const free = new Map(lines.map(({ lineId, seats, holders }) => [lineId, seats - holders.size]))
  const given: SeatGiven[] = []
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
