/** Reads and writes GIFT, Moodle's text format for questions (docs.moodle.org, "GIFT format"). All functions are pure. */
import {
  around,
  feedbackLeftOut,
  fitsParts,
  numberIn,
  oneOption,
  severalOptions,
  spellings,
  sumOf,
  type Mapping,
  type MappedAnswers,
  type NumberRange,
} from '@apogee/contracts/assessments/imported-answers.ts'
import type { QuizFile, QuizProblem, QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import { linesOf } from '@apogee/contracts/courses/html/plain-lines.ts'
import { mediaLeftOut, plainTextOf, type LeftOutMedia } from '@apogee/contracts/courses/html/read-html.ts'
import { readMarkdown } from '@apogee/contracts/courses/markdown/read.ts'
import { placeOf, type Found, type FoundQuestion } from './found.ts'

/** GIFT cannot express these settings. Exported files write them as comments before a question. */
interface Settings {
  points: number
  /** The answer to an essay may have at most this many files. */
  files: number
  /** The answer earns all points or none. Moodle, by contrast, gives points for parts of an answer. */
  isWhole: boolean
  /** `matching` tells in which respects a short answer must match exactly. Moodle ignores only capitals. */
  matching: { matchCase?: boolean; matchAccents?: boolean; matchBlanks?: boolean }
}

interface Block extends Settings {
  line: number
  text: string
}

const moodleSettings: Settings = {
  points: 10,
  files: 0,
  isWhole: false,
  matching: { matchAccents: true, matchBlanks: true },
}

/** Reads questions as Moodle does, and also questions without empty lines between them. */
export function readGift(content: string): Found {
  const leftOut: QuizProblem[] = []
  const questions: FoundQuestion[] = []
  const blocks = blocksIn(content)
  for (const block of blocks) {
    const { title, ...read } = questionIn(block)
    const place = `line ${block.line}`
    if ('problem' in read) leftOut.push({ path: placeOf(place, title), message: read.problem })
    else questions.push({ place, title, ...read })
  }
  if (blocks.length === 0) leftOut.push({ path: 'line 1', message: 'must have at least one item' })
  return { questions, leftOut }
}

const withoutEscapes = (text: string) => text.replace(/\\[^]/g, '')

/** Returns how many more braces a line opens than it closes. */
const bracesIn = (line: string): number =>
  [...withoutEscapes(line)].reduce((open, mark) => open + (mark === '{' ? 1 : mark === '}' ? -1 : 0), 0)
const hasBrace = (line: string): boolean => /[{}]/.test(withoutEscapes(line))

function blocksIn(content: string): Block[] {
  const blocks: Block[] = []
  /** `braces` counts the open braces; `isAnswered` means that the last line of the block ends with closed answers. */
  let open: { block: Block; braces: number; isAnswered: boolean; hasBraces: boolean } | null = null
  let said = moodleSettings
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    const setting = settingIn(line)
    if (setting) said = { ...said, ...setting }
    if (/^\s*\/\//.test(line)) continue
    const isInside = open !== null && open.braces > 0
    if (/^\s*\$CATEGORY:/.test(line) && !isInside) {
      open = null
      continue
    }
    if (line.trim() === '') {
      if (!isInside || !closesFirst(lines, index)) open = null
      continue
    }
    // A line after closed answers belongs to the same question, whose gap is in the middle of the sentence. A line with a title or
    // answers of its own starts another question.
    const isOther = /^\s*::/.test(line) || (open?.isAnswered && hasBrace(line))
    if (open && !isInside && open.hasBraces && isOther) open = null
    if (!open) {
      open = { block: { line: index + 1, ...said, text: '' }, braces: 0, isAnswered: false, hasBraces: false }
      blocks.push(open.block)
      said = moodleSettings
    }
    open.block.text += `${open.block.text === '' ? '' : '\n'}${line.trim()}`
    open.braces += bracesIn(line)
    open.hasBraces ||= hasBrace(line)
    open.isAnswered = open.braces <= 0 && /\}\s*$/.test(withoutEscapes(line))
  }
  return blocks
}

/**
 * Tells whether answers that are open at an empty line are closed after the line, before other answers or another question begin.
 */
function closesFirst(lines: readonly string[], from: number): boolean {
  for (const line of lines.slice(from, from + 200)) {
    if (/^\s*(::|\$CATEGORY:)/.test(line)) return false
    const [mark] = /[{}]/.exec(withoutEscapes(line)) ?? []
    if (mark) return mark === '}'
  }
  return false
}

function settingIn(line: string): Partial<Settings> | null {
  const [, name, number] = /^\s*\/\/ (points|files): (\d{1,3})\s*$/.exec(line) ?? []
  if (name) return { [name]: Number(number) }
  if (/^\s*\/\/ graded: all or nothing\s*$/.test(line)) return { isWhole: true }
  const [, list] = /^\s*\/\/ must match: ([a-z, ]+)$/.exec(line) ?? []
  if (list === undefined) return null
  const has = (word: string) => list.split(/[, ]+/).includes(word)
  const matching = {
    ...(has('case') && { matchCase: true }),
    ...(has('accents') && { matchAccents: true }),
    ...(has('blanks') && { matchBlanks: true }),
  }
  return { matching }
}

/** Escaped characters become private ones, so that none is parsed as a mark; `plain` restores them. */
const marks = '~=#{}:\\'
const hide = (text: string) =>
  text.replace(/\\([~=#{}:\\n])/g, (_, mark: string) =>
    mark === 'n' ? '\uE007' : String.fromCharCode(0xe000 + marks.indexOf(mark)),
  )
const plain = (text: string) =>
  text
    .replace(/[\uE000-\uE007]/g, (mark) =>
      mark === '\uE007' ? '\n' : (marks[mark.charCodeAt(0) - 0xe000] ?? ''),
    )
    .trim()

type Format = 'html' | 'markdown' | 'plain' | 'moodle'

/** Reads the texts of one question in their declared formats, and counts the media that cannot be imported. */
class Texts {
  readonly #media: LeftOutMedia[] = []
  #format: Format = 'moodle'

  /** Texts without a format of their own have the format of the question's first text. */
  stem(text: string): string {
    this.#format = formatOf(text) ?? 'moodle'
    return this.of(text)
  }

  of(text: string): string {
    const format = formatOf(text) ?? this.#format
    const given = plain(formatOf(text) ? text.replace(/^\s*\[\w+\]/, '') : text)
    if (format === 'plain') return given
    if (format === 'markdown') return linesOf(readMarkdown(given)).join('\n').trim()
    if (format === 'moodle' && !tags.test(given)) return given
    // Moodle's own format keeps line breaks.
    const { text: read, media } = plainTextOf(format === 'moodle' ? given.replaceAll('\n', '<br>') : given)
    this.#media.push(media)
    return read
  }

  /**
   * Moodle compares short answers and matches literally, so their text is read as HTML only if it declares a format or contains
   * tags, which nobody types.
   */
  typed(text: string): string {
    return formatOf(text) || /<\/?[a-z][^<>]*>/i.test(text) ? this.of(text) : plain(text)
  }

  get leftOut(): string[] {
    return mediaLeftOut(this.#media)
  }
}

/** Moodle renders a text without a declared format as HTML when it contains one of these tags or a character reference. */
const tags =
  /<\/?(?:p|br|b|i|u|em|strong|span|div|img|su[bp]|[uo]l|li|table|t[rdh]|tbody|thead|a|font|h[1-6]|pre|code|hr|center|iframe|video|audio|object|embed|math|script|style)\b[^<>]*>|<!--|&(?:nbsp|amp|lt|gt|quot|#\d+);/i

const formatOf = (text: string): Format | null => {
  const [, name] = /^\s*\[(html|moodle|plain|markdown)\]/.exec(text) ?? []
  return (name as Format | undefined) ?? null
}

type Read = { title: string } & ({ question: object; changes: string[] } | { problem: string })

function questionIn(block: Block): Read {
  const [, named, unnamed] = /^\s*::([^]*?)::([^]*)$/.exec(hide(block.text)) ?? []
  const title = plain(named ?? '').replace(/\s+/g, ' ')
  const hidden = unnamed ?? hide(block.text).replace(/^\s*::/, '')
  if (!/[{}]/.test(hidden)) return { title, problem: 'is a text without a question' }
  const found = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(hidden)
  if (!found) return { title, problem: 'must have one pair of braces with its answers' }
  const [, before = '', inside = '', after = ''] = found
  const texts = new Texts()
  const question = texts.stem(after.trim() === '' ? before : `${before}_____${after}`)
  const end = inside.lastIndexOf('####')
  const answers = (end < 0 ? inside : inside.slice(0, end)).trim()
  const explanation = end < 0 ? '' : texts.of(inside.slice(end + 4))
  const mapped = answersIn(answers, block, texts)
  if (typeof mapped === 'string') return { title, problem: mapped }
  const { points } = block
  return {
    title,
    question: { question, points, ...(explanation && { explanation }), ...mapped.parts },
    changes: [...mapped.changes, ...texts.leftOut],
  }
}

const unchanged = (parts: object): MappedAnswers => ({ parts, changes: [] })

/** An essay, which a person grades, has no answers in GIFT. */
const handIn = (files: number) => unchanged({ type: 'hand-in', ...(files > 0 && { files }) })

/** Recognises the kind of question by the marks in its answers, as Moodle does. */
function answersIn(answers: string, settings: Settings, texts: Texts): Mapping {
  if (answers === '') return handIn(settings.files)
  if (answers.startsWith('#')) return numberOf(answers.slice(1), texts)
  const [truth = '', ...said] = answers.split('#')
  if (/^(T|TRUE|F|FALSE)$/i.test(truth.trim())) {
    const answer = truth.trim().toUpperCase().startsWith('T')
    return {
      parts: { type: 'true-false', answer },
      changes: feedbackLeftOut(said.map((text) => texts.of(text))),
    }
  }
  if (!/[=~]/.test(answers)) return 'must have answers'
  const isChoice = answers.includes('~')
  const items = itemsIn(answers, isChoice ? 'none' : 'all')
  if (isChoice) return choiceOf(items, settings, texts)
  if (answers.includes('->')) return pairsOf(items, settings, texts)
  const given = items.map(({ text, share }) => {
    const parts = texts
      .typed(text)
      .split(/(?<!\\)\*/)
      .map((part) => part.replaceAll(String.raw`\*`, '*'))
    const matches = parts.length > 1 ? (typed: string) => fitsParts(parts, typed) : undefined
    return { text: parts.join('*'), share, matches }
  })
  return withChanges(spellings(given, settings.matching), feedbackOf(items, texts))
}

const withChanges = (mapped: Mapping, further: readonly string[]): Mapping =>
  typeof mapped === 'string' ? mapped : { ...mapped, changes: [...mapped.changes, ...further] }

const feedbackOf = (items: readonly Item[], texts: Texts) =>
  feedbackLeftOut(items.map(({ feedback }) => texts.of(feedback)))

interface Item {
  isRight: boolean
  share: number
  text: string
  feedback: string
}

/**
 * Splits answers at `=` and `~`. An answer without a weight earns all points after `=`, or after either mark when `unweighted` is
 * `all`.
 */
function itemsIn(answers: string, unweighted: 'all' | 'none'): Item[] {
  const given = /^[=~]/.test(answers) ? answers : `${unweighted === 'all' ? '=' : '~'}${answers}`
  return [...given.matchAll(/([=~])([^=~]*)/g)].flatMap(([, mark, written = '']) => {
    const [whole = '', weight] = /^\s*%(-?\d+(?:\.\d*)?)%/.exec(written) ?? []
    const [text = '', ...feedback] = written.slice(whole.length).split('#')
    const share = weight === undefined ? Number(mark === '=' || unweighted === 'all') : Number(weight) / 100
    return [{ isRight: mark === '=', share, text: text.trim(), feedback: feedback.join('#') }]
  })
}

/** Learners choose one option if one is marked with `=`, otherwise any number of options. */
function choiceOf(items: readonly Item[], { isWhole }: Settings, texts: Texts): Mapping {
  const options = items.map(({ text, share, feedback }) => ({
    text: texts.of(text),
    share,
    feedback: texts.of(feedback),
  }))
  if (items.some(({ isRight }) => isRight)) return oneOption(options)
  const isRight = options.map(({ share }) => share > 0)
  const wanted = isRight.filter(Boolean).length
  const whole = (chosen: readonly number[]) =>
    Number(chosen.length === wanted && chosen.every((index) => isRight[index]))
  return severalOptions(options, isRight, isWhole ? whole : sumOf(options), !isWhole)
}

function pairsOf(items: readonly Item[], { isWhole }: Settings, texts: Texts): Mapping {
  const both = items.map(({ text, feedback }) => {
    const written = feedback === '' ? text : `${text}#${feedback}`
    const at = written.indexOf('->')
    return at < 0 ? null : [texts.of(written.slice(0, at)), texts.typed(written.slice(at + 2))]
  })
  if (both.includes(null)) return 'must have a match (->) for each answer'
  const all = both.filter((pair) => pair !== null)
  const pairs = all.flatMap(([prompt = '', match = '']) => (prompt === '' ? [] : [{ prompt, match }]))
  const used = new Set(pairs.map(({ match }) => match))
  const distractors = [
    ...new Set(all.flatMap(([prompt, match = '']) => (prompt === '' && !used.has(match) ? [match] : []))),
  ]
  return unchanged({
    type: 'matching',
    pairs,
    ...(distractors.length > 0 && { distractors }),
    ...(!isWhole && { partial: true }),
  })
}

/** Reads `3.14:0.05`, `1..5`, `=3.14:0.05#feedback =%50%3:0.2` and `~feedback of other answers`. */
function numberOf(given: string, texts: Texts): Mapping {
  const [right = '', ...wrong] = given.split('~')
  const items = itemsIn(right.trim(), 'all')
  const ranges = items.map(({ text, share }) => rangeOf(plain(text), share))
  const said = wrong.map((text) => text.replace(/^[^#]*#?/, ''))
  return withChanges(numberIn(ranges), [
    ...feedbackLeftOut([...items.map(({ feedback }) => feedback), ...said].map((text) => texts.of(text))),
  ])
}

function rangeOf(text: string, share: number): NumberRange {
  if (text === '*') return { text, share, least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
  const [least, most] = text.split('..').map(decimal)
  if (text.includes('..')) return { text, share, least: least ?? Number.NaN, most: most ?? Number.NaN }
  const [answer = '', tolerance = '0'] = text.split(':')
  return around(decimal(answer), decimal(tolerance), share, text)
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
/** Declares the format of a text that readers would otherwise take for HTML, a comment or a weight. */
const worded = (text: string) =>
  /[<&]|^\s*(?:\/\/|\$|\[|%)/.test(text) ? `[plain]${escaped(text)}` : escaped(text)
/** GIFT cannot escape `->`, so a text with an arrow is written as HTML. */
const arrowless = (text: string) =>
  text.includes('->')
    ? `[html]${escaped(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\r?\n/g, '<br>'))}`
    : worded(text)

function giftOf(question: QuizQuestion): string {
  const answers = answersOf(question)
  const name = question.question.replace(/\s+/g, ' ')
  if (answers === null) return `// left out, GIFT has no ${question.type}: ${name}`
  const explanation = question.explanation ? `####${worded(question.explanation)}` : ''
  const pictures = picturesOf(question)
    .map(({ alt }) => `// left out, GIFT has no pictures: ${alt.replace(/\s+/g, ' ')}\n`)
    .join('')
  const handedIn = question.type === 'hand-in' ? handInComments(question) : ''
  const settings = `${handedIn}${gradingComments(question)}// points: ${question.points}\n`
  return `${pictures}${settings}${worded(question.question)} {${answers}${explanation}}`
}

/** Writes grading settings that Moodle does not have as comments. The product's own reader parses them. */
function gradingComments(question: QuizQuestion): string {
  switch (question.type) {
    case 'multiple-answers':
    case 'matching':
      return question.partial ? '' : '// graded: all or nothing\n'
    case 'short-answer': {
      const { matchCase, matchAccents, matchBlanks } = question
      const words = [matchCase && 'case', matchAccents && 'accents', matchBlanks && 'blanks'].filter(Boolean)
      return `// must match: ${words.join(', ') || 'letters'}\n`
    }
    default:
      return ''
  }
}

/** Writes the settings of a submission as comments. The product's own reader parses all of them except the grading guide. */
const handInComments = ({ files = 0, guide = '' }: Extract<QuizQuestion, { type: 'hand-in' }>): string =>
  (files > 0 ? `// files: ${files}\n` : '') +
  (guide === '' ? '' : `// left out, GIFT has no guide for grading: ${guide.replace(/\s+/g, ' ')}\n`)

function answersOf(question: QuizQuestion): string | null {
  const said = (feedback: readonly string[] | undefined, index: number) =>
    feedback?.[index] ? `#${worded(feedback[index])}` : ''
  switch (question.type) {
    case 'true-false':
      return question.answer ? 'TRUE' : 'FALSE'
    case 'numeric':
      return `#${question.answer}:${question.tolerance ?? 0}`
    case 'short-answer':
      return question.answers
        .map((answer) => `=${arrowless(answer.replaceAll('*', String.raw`\*`))}`)
        .join(' ')
    case 'multiple-choice':
      return question.options
        .map((option, index) => {
          const mark = option === question.answer ? '=' : '~'
          return `${mark}${worded(option)}${said(question.feedback, index)}`
        })
        .join(' ')
    case 'multiple-answers': {
      const share = Math.floor(10_000_000 / question.answers.length) / 100_000
      return question.options
        .map((option, index) => {
          const weight = question.answers.includes(option) ? share : -share
          return `~%${weight}%${worded(option)}${said(question.feedback, index)}`
        })
        .join(' ')
    }
    case 'matching':
      return [
        ...question.pairs.map(({ prompt, match }) => `=${arrowless(prompt)} -> ${worded(match)}`),
        ...(question.distractors ?? []).map((match) => `= -> ${worded(match)}`),
      ].join(' ')
    case 'hand-in':
      return ''
    case 'ordering':
    case 'coding':
      return null
  }
}
