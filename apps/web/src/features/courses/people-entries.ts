/** Parses people from typed text or a file, and formats the result of each line. All functions are pure. */
import type { EnrolledPerson } from '@apogee/contracts/enrolments/enrolments.ts'
import { enrolAtOnce } from '@apogee/contracts/limits.ts'
import {
  readPeopleList,
  type NamedPerson,
  type PeopleColumns,
} from '@apogee/contracts/enrolments/people-list.ts'

export interface Entry extends NamedPerson {
  /** `file` is the name of the file; null means that the person was typed. */
  file: string | null
}

export interface PeopleFile {
  name: string
  /** `text` is the file's content. */
  text: string
  /** `columns` is the author's choice; undefined means that the guess is used. */
  columns: PeopleColumns | undefined
  headingRow: number | null
  people: NamedPerson[]
}

export type Outcome = EnrolledPerson['state'] | 'no_email' | 'bad_email' | 'twice' | 'too_many'

export interface ReportLine {
  file: string | null
  row: number
  email: string
  name: string
  outcome: Outcome
}

export function readPeopleFile(name: string, text: string, columns?: PeopleColumns): PeopleFile {
  const { headingRow, people } = readPeopleList(text, columns)
  return { name, text, columns, headingRow, people }
}

/**
 * Marks repeated addresses, and those beyond the limit of one call, as problems. A name that mails cannot show is dropped, but its
 * person stays.
 */
export function entriesOf(typed: readonly NamedPerson[], file: PeopleFile | null): Entry[] {
  const seen = new Set<string>()
  const all = [
    ...typed.map((person) => ({ ...person, file: null })),
    ...(file?.people ?? []).map((person) => ({ ...person, file: file?.name ?? null })),
  ]
  return all.map((person) => {
    const { email } = person
    if (person.problem === 'no_email' || person.problem === 'bad_email') return person
    if (seen.has(email)) return { ...person, problem: 'twice' as const }
    if (seen.size >= enrolAtOnce) return { ...person, problem: 'too_many' as const }
    seen.add(email)
    return person.problem === 'bad_name'
      ? { ...person, name: '', problem: null }
      : { ...person, problem: null }
  })
}

/** Returns one line per input line, in order. */
export function reportOf(entries: readonly Entry[], people: readonly EnrolledPerson[]): ReportLine[] {
  const states = new Map(people.map(({ email, state }) => [email, state]))
  return entries.flatMap(({ file, row, email, name, problem }) => {
    const outcome = problem === null ? states.get(email) : problem
    return outcome === undefined || outcome === 'bad_name' ? [] : [{ file, row, email, name, outcome }]
  })
}

const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Returns CSV that a spreadsheet cannot read as formulas. */
export const asCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
