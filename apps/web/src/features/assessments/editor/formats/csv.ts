/**
 * Reads and writes questions in CSV, one a line: type, question, points, right answers, wrong options, explanation. Several values
 * in a cell are separated by `|`; pairs are `prompt=match`. All functions are pure.
 */
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { nothingFound, type Found, type FoundQuestion } from './found.ts'

const columns = ['type', 'question', 'points', 'right', 'wrong', 'explanation'] as const
type Row = Record<(typeof columns)[number], string>

export function readCsv(content: string, separator = separatorIn(content)): Found {
  const [head, ...rows] = rowsIn(content.replace(/^\uFEFF/, ''), separator)
  const headings = head?.cells.map((cell) => cell.trim()) ?? []
  const names = headings.map(columnOf)
  const missing = columns.slice(0, 4).filter((name) => !names.includes(name))
  if (missing.length > 0) return nothingFound('line 1', `must name the columns ${missing.join(', ')}`)
  const questions: FoundQuestion[] = []
  const isRead = (place: number) => names[place] !== '' && names.indexOf(names[place] ?? '') === place
  const others = headings.filter((heading, place) => heading !== '' && !isRead(place))
  const leftOut: QuizProblem[] =
    others.length > 0 ? [{ path: 'line 1', message: `columns that are not read: ${others.join(', ')}` }] : []
  for (const { line, cells, isOpen } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const cellOf = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
    const row = Object.fromEntries(columns.map((name) => [name, cellOf(name)])) as Row
    const place = `line ${line}`
    const question = isOpen ? 'has a quotation mark that is not closed' : questionOf(row)
    if (typeof question === 'string') leftOut.push({ path: place, message: question })
    else questions.push({ place, question })
  }
  if (questions.length === 0 && leftOut.length === 0)
    leftOut.push({ path: 'line 2', message: 'must have at least one item' })
  return { questions, leftOut }
}

/** A heading begins with the name of its column, as in `wrong, if any`; '' means none of them. */
const columnOf = (heading: string): string => {
  const [word = ''] = /^[a-z]+/.exec(heading.toLowerCase()) ?? []
  return columns.find((name) => name === word) ?? ''
}

const valuesIn = (cell: string) =>
  cell
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')

function questionOf(row: Row): object | string {
  const { question, points, right, wrong, explanation } = row
  const type = row.type.toLowerCase()
  const every = { type, question, points: decimal(points), ...(explanation && { explanation }) }
  const answers = valuesIn(right)
  const others = valuesIn(wrong)
  switch (type) {
    case 'multiple-choice':
      if (answers.length > 1) return 'must have one right answer'
      return { ...every, options: [...answers, ...others], answer: answers[0] ?? '' }
    case 'multiple-answers':
      return { ...every, options: [...answers, ...others], answers }
    case 'true-false':
      return {
        ...every,
        answer: /^(true|benar)$/i.test(right) ? true : /^(false|palsu)$/i.test(right) ? false : right,
      }
    case 'short-answer':
      return { ...every, answers }
    case 'numeric': {
      const [answer = '', tolerance = '0'] = right.split('±')
      return { ...every, answer: decimal(answer), tolerance: decimal(tolerance) }
    }
    case 'matching': {
      const pairs = answers.map((pair) => {
        const [prompt = '', ...match] = pair.split('=')
        return { prompt, match: match.join('=') }
      })
      return { ...every, pairs, ...(others.length > 0 && { distractors: others }) }
    }
    case 'ordering':
      return { ...every, items: answers }
    default:
      return 'must have a type that CSV can hold'
  }
}

/** Returns the separator that gives the first line the most known columns. */
export function separatorIn(content: string): string {
  const [first = ''] = content.replace(/"(?:[^"]|"")*"/g, (cell) => cell.replace(/[^\w]/g, '')).split('\n')
  const known = (mark: string) => first.split(mark).filter((cell) => columnOf(cell.trim()) !== '').length
  return [',', ';', '\t'].toSorted((one, other) => known(other) - known(one))[0] ?? ','
}

interface CsvRow {
  line: number
  cells: string[]
  /** A quotation mark of the row is not closed. */
  isOpen: boolean
}

/** Parses RFC 4180 with commas, semicolons or tabs. */
function rowsIn(content: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [''], isOpen: false }
  let line = 1
  let isQuoted = false
  const add = (text: string) => {
    row.cells[row.cells.length - 1] += text
  }
  for (let place = 0; place < content.length; place += 1) {
    const mark = content[place] ?? ''
    if (mark === '\n') line += 1
    if (isQuoted) {
      if (mark !== '"') add(mark)
      else if (content[place + 1] === '"') {
        add('"')
        place += 1
      } else isQuoted = false
    } else if (mark === '"' && row.cells.at(-1)?.trim() === '') isQuoted = true
    else if (mark === separator) row.cells.push('')
    else if (mark === '\n') {
      rows.push(row)
      row = { line, cells: [''], isOpen: false }
    } else if (mark !== '\r') add(mark)
  }
  return [...rows, { ...row, isOpen: isQuoted }]
}
