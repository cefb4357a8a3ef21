/**
 * Reads questions in CSV, one a line: question, right answers, and if the file has them type, points, wrong options, explanation.
 * Several values in a cell are separated by `|`; pairs are `prompt=match`. All functions are pure.
 */
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { columnsOf, missingColumns, optionLabel, type CsvColumn, type CsvColumns } from './csv-columns.ts'
import type { Found, FoundQuestion } from './found.ts'

export interface FoundInCsv extends Found {
  headings: readonly string[]
  columns: CsvColumns
}

/** `columns` replaces the guess of what each column holds. */
export function readCsv(
  content: string,
  { separator = separatorIn(content), columns: chosen }: { separator?: string; columns?: CsvColumns } = {},
): FoundInCsv {
  const [head, ...rows] = rowsIn(content.replace(/^\uFEFF/, ''), separator)
  const headings = head?.cells.map((cell) => cell.trim()) ?? []
  const columns = chosen ?? columnsOf(headings)
  const missing = missingColumns(columns)
  if (missing.length > 0)
    return {
      questions: [],
      leftOut: [{ path: 'line 1', message: `must name the columns: ${missing.join(', ')}` }],
      headings,
      columns,
    }
  const questions: FoundQuestion[] = []
  const others = headings.filter((heading, place) => heading !== '' && (columns[place] ?? null) === null)
  const leftOut: QuizProblem[] =
    others.length > 0 ? [{ path: 'line 1', message: `columns that are not read: ${others.join(', ')}` }] : []
  for (const { line, cells, isOpen } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const place = `line ${line}`
    const question = isOpen
      ? 'has a quotation mark that is not closed'
      : questionOf(rowOf(cells, headings, columns))
    if (typeof question === 'string') leftOut.push({ path: place, message: question })
    else questions.push({ place, question })
  }
  if (questions.length === 0 && leftOut.length === 0)
    leftOut.push({ path: 'line 2', message: 'must have at least one item' })
  return { questions, leftOut, headings, columns }
}

interface Row {
  /** `type` is '' when no column names the type. */
  type: string
  question: string
  points: string
  explanation: string
  right: string[]
  wrong: string[]
  /** Maps the number or letter of an option's column to the option. */
  labelled: ReadonlyMap<string, string>
}

function rowOf(cells: readonly string[], headings: readonly string[], columns: CsvColumns): Row {
  const inColumns = (name: CsvColumn) =>
    columns.flatMap((column, at) => (column === name ? [(cells[at] ?? '').trim()] : []))
  const [type = '', question = '', points = '1', explanation = ''] = (
    ['type', 'question', 'points', 'explanation'] as const
  ).map((name) => inColumns(name)[0])
  const labelled = new Map(
    columns.flatMap((column, at) => {
      const label = column === 'wrong' ? optionLabel(headings[at] ?? '') : null
      const value = (cells[at] ?? '').trim()
      return label !== null && value !== '' ? [[label, value] as const] : []
    }),
  )
  const values = (name: CsvColumn) => inColumns(name).flatMap(valuesIn)
  return { type, question, points, explanation, right: values('right'), wrong: values('wrong'), labelled }
}

/**
 * Replaces numbers and letters of options, such as '2' and 'A, C', by the options. Returns null for a word that is also the text of
 * another option.
 */
function namedAnswers({ right, wrong, labelled }: Row): string[] | null {
  const [only = ''] = right.length === 1 ? right : []
  const said = wrong.includes(only) ? [only] : only.toLowerCase().split(/[\s,;]+/)
  const found = right.length > 1 ? right.map((one) => one.toLowerCase()) : said
  const options = found.flatMap((label) => labelled.get(label) ?? [])
  if (options.length < found.length) return right
  const isText = found.some((label) => wrong.some((option) => option.toLowerCase() === label))
  return isText && options.some((option, at) => option.toLowerCase() !== found[at]) ? null : options
}

/** Returns the type of a row whose file names none. */
function guessedType(answers: readonly string[], others: readonly string[]): string {
  if (others.length > 0) return answers.length > 1 ? 'multiple-answers' : 'multiple-choice'
  return answers.length === 1 && truthOf(answers[0] ?? '') !== null ? 'true-false' : 'short-answer'
}

const truthOf = (word: string): boolean | null =>
  /^(?:true|benar|betul)$/i.test(word) ? true : /^(?:false|palsu|salah)$/i.test(word) ? false : null

const valuesIn = (cell: string) =>
  cell
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')

function questionOf(row: Row): object | string {
  const answers = namedAnswers(row)
  if (answers === null) return 'has a right answer that is both the number and the text of an option'
  const others = row.wrong.filter((option) => !answers.includes(option))
  const type = row.type.toLowerCase() || guessedType(answers, others)
  const { question, points, explanation } = row
  const every = { type, question, points: decimal(points), ...(explanation && { explanation }) }
  // When the list of options already contains the right answers, the options keep the order of the file.
  const options = answers.every((one) => row.wrong.includes(one)) ? row.wrong : [...answers, ...others]
  const [first = ''] = answers
  switch (type) {
    case 'multiple-choice':
      return answers.length > 1 ? 'must have one right answer' : { ...every, options, answer: first }
    case 'multiple-answers':
      return { ...every, options, answers }
    case 'true-false':
      return { ...every, answer: truthOf(first) ?? first }
    case 'short-answer':
      return { ...every, answers }
    case 'numeric': {
      const [answer = '', tolerance = '0'] = first.split('±')
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
  const known = (mark: string) => columnsOf(first.split(mark)).filter((column) => column !== null).length
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
