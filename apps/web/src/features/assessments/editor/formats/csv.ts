/**
 * Reads and writes questions in CSV, one a line: type, question, points, right answers, wrong options, explanation. Several values
 * in a cell are separated by `|`; pairs are `prompt=match`. All functions are pure.
 */
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import type { Found, FoundQuestion } from './gift.ts'

const columns = ['type', 'question', 'points', 'right', 'wrong', 'explanation'] as const
type Row = Record<(typeof columns)[number], string>

export function readCsv(content: string): Found {
  const [head, ...rows] = rowsIn(content.replace(/^\uFEFF/, ''))
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const missing = columns.slice(0, 4).filter((name) => !names.includes(name))
  if (missing.length > 0)
    return { problems: [{ path: 'line 1', message: `must name the columns ${missing.join(', ')}` }] }
  const questions: FoundQuestion[] = []
  const problems: QuizProblem[] = []
  for (const { line, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const cellOf = (name: string) => (cells[names.indexOf(name)] ?? '').trim()
    const row = Object.fromEntries(columns.map((name) => [name, cellOf(name)])) as Row
    const place = `line ${line}`
    const question = questionOf(row)
    if (question) questions.push({ place, question })
    else problems.push({ path: place, message: 'must have a type that CSV can hold' })
  }
  return problems.length > 0 ? { problems } : { questions }
}

const valuesIn = (cell: string) =>
  cell
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')

function questionOf({ type, question, points, right, wrong, explanation }: Row): object | null {
  const every = { type, question, points: decimal(points), ...(explanation && { explanation }) }
  const answers = valuesIn(right)
  const others = valuesIn(wrong)
  switch (type) {
    case 'multiple-choice':
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
      return null
  }
}

/** Parses RFC 4180 with commas or semicolons, according to the first line. */
function rowsIn(content: string): { line: number; cells: string[] }[] {
  const [first = ''] = content.split('\n')
  const separator = first.includes(';') && !first.includes(',') ? ';' : ','
  const rows: { line: number; cells: string[] }[] = []
  let row = { line: 1, cells: [''] }
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
    } else if (mark === '"') isQuoted = true
    else if (mark === separator) row.cells.push('')
    else if (mark === '\n') {
      rows.push(row)
      row = { line, cells: [''] }
    } else if (mark !== '\r') add(mark)
  }
  return [...rows, row]
}
