/** Reads and writes GIFT, Moodle's text format for questions (docs.moodle.org, "GIFT format"). All functions are pure. */
import type { QuizFile, QuizProblem, QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'

export interface FoundQuestion {
  /** The value is the start of the question, such as `line 12`. */
  place: string
  question: object
  picture?: FoundPicture
  /** The list follows the options; null means that an option has no picture. */
  optionPictures?: (FoundOptionPicture | null)[]
}

/** The picture belongs to an imported question. */
export interface FoundPicture {
  alt: string
  content: Blob
}
/** `isAlone` means that the option has no text except its picture's alternative text. */
export type FoundOptionPicture = FoundPicture & { isAlone: boolean }
export type Found = { questions: FoundQuestion[] } | { problems: QuizProblem[] }

interface Block {
  line: number
  points: number
  /** The value is the number of files that the answer to an essay may have. */
  files: number
  text: string
}

const defaultPoints = 10

/** Reads questions separated by empty lines. Exported files write `// points: 5` and `// files: 2` before a question. */
export function readGift(content: string): Found {
  const blocks = blocksIn(content)
  const problems: QuizProblem[] = []
  const questions: FoundQuestion[] = []
  for (const block of blocks) {
    const place = `line ${block.line}`
    const question = questionIn(block)
    if (typeof question === 'string') problems.push({ path: place, message: question })
    else questions.push({ place, question })
  }
  if (blocks.length === 0) problems.push({ path: 'line 1', message: 'must have at least one item' })
  return problems.length > 0 ? { problems } : { questions }
}

function blocksIn(content: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  let said = { points: defaultPoints, files: 0 }
  for (const [index, line] of content.split(/\r\n|\r|\n/).entries()) {
    const [, name, number] = /^\s*\/\/ (points|files): (\d{1,3})\s*$/.exec(line) ?? []
    if (name) said = { ...said, [name]: Number(number) }
    if (/^\s*(\/\/|\$CATEGORY:)/.test(line)) continue
    if (line.trim() === '') {
      open = null
      continue
    }
    if (open) open.text += `\n${line}`
    else {
      open = { line: index + 1, ...said, text: line }
      blocks.push(open)
      said = { points: defaultPoints, files: 0 }
    }
  }
  return blocks
}

/** Escaped characters become private ones, so that none is parsed as a mark; `plain` restores them. */
const marks = '~=#{}:\\'
const hide = (text: string) =>
  text.replace(/\\([~=#{}:\\n])/g, (_, mark: string) =>
    mark === 'n' ? '\n' : String.fromCharCode(0xe000 + marks.indexOf(mark)),
  )
const plain = (text: string) =>
  text.replace(/[\ue000-\ue006]/g, (mark) => marks[mark.charCodeAt(0) - 0xe000] ?? '').trim()

/** Returns the question, or the problem with it. */
function questionIn({ text, points, files }: Block): object | string {
  const hidden = hide(text).replace(/^\s*::[^:]*::/, '')
  const found = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(hidden)
  if (!found) return 'must have one pair of braces with its answers'
  const [, before = '', inside = '', after = ''] = found
  const stem = plain(before.replace(/^\s*\[(html|moodle|plain|markdown)\]/, ''))
  const question = after.trim() === '' ? stem : `${stem} _____ ${plain(after)}`
  const [answers = '', general = ''] = inside.split('####')
  const every = { question, points, ...(general.trim() && { explanation: plain(general) }) }
  const parts = answers.trim() === '' ? handIn(files) : partsOf(answers.trim())
  return typeof parts === 'string' ? parts : { ...every, ...parts }
}

/** An essay is graded by a person. */
const handIn = (files: number) => ({ type: 'hand-in', ...(files > 0 && { files }) })

function partsOf(answers: string): object | string {
  const choice = /^(T|TRUE|F|FALSE)(#|$)/i.exec(answers)?.[1]
  if (choice) return { type: 'true-false', answer: choice.toUpperCase().startsWith('T') }
  if (answers.startsWith('#')) return numberIn(answers.slice(1))
  const items = [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, mark = '', text = '']) => itemOf(mark, text))
  if (items.length === 0) return 'must have answers'
  if (items.every(({ isRight }) => isRight)) {
    if (items.every(({ text }) => text.includes('->'))) return { type: 'matching', ...pairsOf(items) }
    return { type: 'short-answer', answers: items.map(({ text }) => plain(text)) }
  }
  const options = items.map(({ text }) => plain(text))
  const feedback = items.map((item) => item.feedback)
  const choices = { options, ...(feedback.some((text) => text !== '') && { feedback }) }
  const right = items.filter(({ isRight, weight }) => isRight || weight > 0).map(({ text }) => plain(text))
  const isWeighted = items.some(({ weight }) => weight !== 0)
  if (right.length === 1 && !isWeighted) return { type: 'multiple-choice', ...choices, answer: right[0] }
  return { type: 'multiple-answers', ...choices, answers: right, ...(isWeighted && { partial: true }) }
}

function itemOf(mark: string, given: string) {
  const weight = Number(/^\s*%(-?\d+(?:\.\d+)?)%/.exec(given)?.[1] ?? 0)
  const [text = '', feedback = ''] = given.replace(/^\s*%-?\d+(?:\.\d+)?%/, '').split('#')
  return { isRight: mark === '=', weight, text: text.trim(), feedback: plain(feedback) }
}

function pairsOf(items: { text: string }[]) {
  const both = items.map(({ text }) => text.split('->').map(plain))
  const pairs = both.flatMap(([prompt = '', match = '']) => (prompt === '' ? [] : [{ prompt, match }]))
  const distractors = both.flatMap(([prompt, match = '']) => (prompt === '' ? [match] : []))
  return { pairs, ...(distractors.length > 0 && { distractors }) }
}

/** Parses `3.14:0.05`, `1..5` or `=3.14:0.05#feedback`; further answers with partial points are omitted. */
function numberIn(given: string): object | string {
  const [first = ''] = given.replace(/^\s*=/, '').split(/[#=~]/)
  const [least, most] = first.split('..').map(decimal)
  if (first.includes('..')) {
    if (least === undefined || most === undefined || Number.isNaN(least + most)) return 'must be a number'
    return { type: 'numeric', answer: (least + most) / 2, tolerance: (most - least) / 2 }
  }
  const [answer = Number.NaN, tolerance = 0] = first.split(':').map(decimal)
  return Number.isNaN(answer + tolerance) ? 'must be a number' : { type: 'numeric', answer, tolerance }
}

export const picturesOf = (question: QuizQuestion): { file: string; alt: string }[] => [
  ...(question.picture ? [question.picture] : []),
  ...('optionPictures' in question ? (question.optionPictures ?? []).filter((one) => one !== null) : []),
]

/** GIFT cannot express ordering and code questions; a comment names them, as well as pictures and guides for grading. */
export function writeGift(quiz: QuizFile): string {
  return `${quiz.questions.map(giftOf).join('\n\n')}\n`
}

const escaped = (text: string) =>
  text.replace(/[~=#{}:\\]/g, String.raw`\$&`).replace(/\r?\n/g, String.raw`\n`)

function giftOf(question: QuizQuestion): string {
  const answers = answersOf(question)
  const name = question.question.replace(/\s+/g, ' ')
  if (answers === null) return `// left out, GIFT has no ${question.type}: ${name}`
  const explanation = question.explanation ? `####${escaped(question.explanation)}` : ''
  const pictures = picturesOf(question)
    .map(({ alt }) => `// left out, GIFT has no pictures: ${alt.replace(/\s+/g, ' ')}\n`)
    .join('')
  const handedIn = question.type === 'hand-in' ? handInComments(question) : ''
  return `${pictures}${handedIn}// points: ${question.points}\n${escaped(question.question)} {${answers}${explanation}}`
}

/** The product's own reader parses these comments, except the guide. */
const handInComments = ({ files = 0, guide = '' }: Extract<QuizQuestion, { type: 'hand-in' }>): string =>
  (files > 0 ? `// files: ${files}\n` : '') +
  (guide === '' ? '' : `// left out, GIFT has no guide for grading: ${guide.replace(/\s+/g, ' ')}\n`)

function answersOf(question: QuizQuestion): string | null {
  const said = (feedback: readonly string[] | undefined, index: number) =>
    feedback?.[index] ? `#${escaped(feedback[index])}` : ''
  switch (question.type) {
    case 'true-false':
      return question.answer ? 'TRUE' : 'FALSE'
    case 'numeric':
      return `#${question.answer}:${question.tolerance ?? 0}`
    case 'short-answer':
      return question.answers.map((answer) => `=${escaped(answer)}`).join(' ')
    case 'multiple-choice':
      return question.options
        .map((option, index) => {
          const mark = option === question.answer ? '=' : '~'
          return `${mark}${escaped(option)}${said(question.feedback, index)}`
        })
        .join(' ')
    case 'multiple-answers': {
      const share = Math.floor(10_000_000 / question.answers.length) / 100_000
      return question.options
        .map((option, index) => {
          const weight = question.answers.includes(option) ? share : -share
          return `~%${weight}%${escaped(option)}${said(question.feedback, index)}`
        })
        .join(' ')
    }
    case 'matching':
      return [
        ...question.pairs.map(({ prompt, match }) => `=${escaped(prompt)} -> ${escaped(match)}`),
        ...(question.distractors ?? []).map((match) => `= -> ${escaped(match)}`),
      ].join(' ')
    case 'hand-in':
      return ''
    case 'ordering':
    case 'coding':
      return null
  }
}
