/** Parses addresses with names from typed or pasted text or a CSV file. The module is pure and used by client and server. */
import { isEmailAddress } from '../email-address.ts'
import { enrolAtOnce, nameMaxLength } from '../limits.ts'

export type PeopleListProblem = 'no_email' | 'bad_email' | 'bad_name' | 'twice' | 'too_many'

export interface NamedPerson<Problem = PeopleListProblem> {
  /** Lines of the text count from 1. */
  row: number
  email: string
  name: string
  problem: Problem | null
}

export interface PeopleList {
  /** Null means that no row names the columns. */
  headingRow: number | null
  people: NamedPerson[]
}

/**
 * Parses one person per line: an address, `Name <address>`, or cells of a CSV or spreadsheet (comma, semicolon or tab) in any
 * order. With a heading row, the name comes from the name columns only.
 */
export function readPeopleList(text: string): PeopleList {
  const records = recordsOf(text).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const separatorRow = records[0]?.cells[0]?.toLowerCase() === 'sep=' ? 1 : 0
  const first = records[separatorRow]
  const hasHeading = first !== undefined && isHeading(first.cells) && records.length > separatorRow + 1
  const nameColumns = hasHeading ? columnsNamed(first.cells, nameHeading) : []
  const seen = new Set<string>()
  const people = records.slice(separatorRow + (hasHeading ? 1 : 0)).map(({ row, cells }, index) => {
    const person = personIn(cells, nameColumns)
    const problem = index >= enrolAtOnce ? ('too_many' as const) : problemOf(person, seen)
    seen.add(person.email)
    return { row, ...person, problem }
  })
  return { headingRow: hasHeading ? first.row : null, people }
}

export const readPeople = (text: string): NamedPerson[] => readPeopleList(text).people

/** The pattern matches English and Malay headings. */
const nameHeading = /\b(?:name|nama)\b/i
const anyHeading = /\b(?:e-?mail|e-?mel|surel|name|nama|address|alamat)\b/i

const isHeading = (cells: readonly string[]) =>
  !cells.some((cell) => cell.includes('@')) && cells.some((cell) => anyHeading.test(cell))

const columnsNamed = (cells: readonly string[], pattern: RegExp): number[] =>
  cells.flatMap((cell, column) => (pattern.test(cell) ? [column] : []))

function problemOf(
  { email, name }: { email: string; name: string },
  seen: ReadonlySet<string>,
): PeopleListProblem | null {
  if (email === '') return 'no_email'
  if (!isEmailAddress(email)) return 'bad_email'
  if (name.length > nameMaxLength || hasControl(name) || /:\/\/|www\./i.test(name)) return 'bad_name'
  return seen.has(email) ? 'twice' : null
}

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

function personIn(cells: readonly string[], nameColumns: readonly number[]): { email: string; name: string } {
  const given = cells.filter((cell) => cell !== '')
  const withAddress = given.find(isEmailAddress) ?? given.find((cell) => cell.includes('@')) ?? ''
  const [, named, inside] = /^([^<]*)<([^<>]*)>$/.exec(withAddress) ?? []
  const inColumns = nameColumns.map((column) => cells[column] ?? '').filter((cell) => cell !== '')
  const others = nameColumns.length > 0 ? inColumns : given.filter((cell) => cell !== withAddress)
  const email = (inside ?? withAddress).trim().toLowerCase()
  const name = (named?.trim() ? named : others.join(' ')).trim().replace(/^"(.*)"$/, '$1')
  return { email, name }
}

interface Line {
  row: number
  cells: string[]
}

/** Ends quotes at the end of their line when a quote is unclosed, because such a quote would include all following lines. */
function recordsOf(text: string): Line[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  return quotedRecords(clean, true) ?? quotedRecords(clean, false) ?? []
}

/**
 * Parses RFC 4180 in one pass: quotes contain separators and, if allowed, line breaks. Returns null for a quote that is never
 * closed, or closed within a cell.
 */
function quotedRecords(clean: string, holdLineEnds: boolean): Line[] | null {
  const records: Line[] = []
  let record: Line = { row: 1, cells: [] }
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
    if (sign === '\n' && !holdLineEnds) quoted = false
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (clean.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else if (holdLineEnds && !/[,;\t\s]|^$/.test(clean.charAt(at + 1))) return null
      else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === ',' || sign === ';' || sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      records.push(record)
      record = { row, cells: [] }
    } else cell += sign
  }
  if (quoted && holdLineEnds) return null
  endCell()
  records.push(record)
  return records
}
