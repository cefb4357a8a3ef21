/**
 * Grades an answer by the kind of its question. Pure functions. Keys and answers refer to options by their index in the stored
 * order.
 */
import { asTyped, withoutAccents } from '@apogee/domain/text/human-text.ts'
import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'

export interface CodeTest {
  arguments: unknown[]
  expected: unknown
}
export interface SpellingKey {
  spellings: string[]
  matchCase: boolean
  matchAccents: boolean
  matchBlanks: boolean
}
export interface NumberKey {
  value: number
  tolerance: number
}
/** `chosen` holds the right options, `matches` the right option of each prompt, and `order` the options in the right order. */
export type ListKey = { isPartial: boolean } & (
  | { chosen: number[] }
  | { matches: number[] }
  | { order: number[] }
)
/** Graders read `guide`, which is '' if the author wrote none. */
export interface HandInKey {
  guide: string
}
/**
 * A number is the option's index, a boolean is true or false, and a list holds the hidden tests. The other keys are named by type.
 */
export type AnswerKey = number | boolean | CodeTest[] | SpellingKey | NumberKey | ListKey | HandInKey

export interface Asked {
  kind: QuestionKind
  options: readonly string[]
  prompts: readonly string[]
}

const typedMost = 500

/** Tells whether an answer has the right form for the question's kind. Null means no answer and is always accepted. */
export function answerFits({ kind, options, prompts }: Asked, given: GivenAnswer): boolean {
  if (given === null) return true
  const isOption = (index: number | null) => index !== null && index < options.length
  switch (kind) {
    case 'multiple-choice':
      return typeof given === 'number' && isOption(given)
    case 'true-false':
      return typeof given === 'boolean'
    case 'coding':
    case 'hand-in':
      return typeof given === 'string'
    case 'short-answer':
    case 'numeric':
      return typeof given === 'string' && given.length <= typedMost
    case 'multiple-answers':
      return Array.isArray(given) && given.every(isOption) && areDifferent(given)
    case 'ordering':
      return (
        Array.isArray(given) &&
        given.length === options.length &&
        given.every(isOption) &&
        areDifferent(given)
      )
    case 'matching':
      return (
        Array.isArray(given) &&
        given.length === prompts.length &&
        given.every((index) => index === null || isOption(index))
      )
  }
}

const areDifferent = (indexes: readonly (number | null)[]): boolean =>
  new Set(indexes).size === indexes.length

/** Returns the earned share of the points, from 0 to 1. Tests grade code, and a person grades hand-ins. */
export function shareOf(key: Exclude<AnswerKey, CodeTest[] | HandInKey>, given: GivenAnswer): number {
  if (given === null) return 0
  if (typeof key !== 'object') return given === key ? 1 : 0
  if ('spellings' in key) return typeof given === 'string' && isSpelling(key, given) ? 1 : 0
  if ('value' in key) return typeof given === 'string' && isNumber(key, given) ? 1 : 0
  if (!Array.isArray(given)) return 0
  const share = listShare(key, given)
  return share === 1 || key.isPartial ? share : 0
}

function listShare(key: ListKey, given: readonly (number | null)[]): number {
  if ('chosen' in key) {
    const right = given.filter((index) => index !== null && key.chosen.includes(index)).length
    // A wrong option cancels a right one, so that choosing all options earns nothing extra.
    return Math.max(0, right - (given.length - right)) / key.chosen.length
  }
  const wanted = 'matches' in key ? key.matches : key.order
  return wanted.filter((index, place) => given[place] === index).length / wanted.length
}

/** If case, accents and blanks must all match, then every other character must match exactly, too. */
function isSpelling(
  { spellings, matchCase, matchAccents, matchBlanks }: SpellingKey,
  given: string,
): boolean {
  const plain = (text: string) => {
    const signs = matchCase && matchAccents && matchBlanks ? text : asTyped(text)
    const cased = matchCase ? signs : signs.toLowerCase()
    const accented = matchAccents ? cased.normalize('NFC') : withoutAccents(cased)
    return matchBlanks ? accented.trim() : accented.replace(/\s+/gu, '')
  }
  const answer = plain(given)
  return answer !== '' && spellings.some((spelling) => plain(spelling) === answer)
}

/** A deviation of a billionth of the value counts as rounding. */
const isNumber = ({ value, tolerance }: NumberKey, given: string): boolean =>
  numbersIn(given).some(
    (number) => Math.abs(number - value) <= tolerance + 1e-9 * Math.max(1, Math.abs(value)),
  )

/**
 * Returns the possible values of a typed number, with decimal point or comma, and with spaces, points or commas between thousands.
 * `1,234` means both 1.234 and 1234.
 */
export function numbersIn(typed: string): number[] {
  const plain = asTyped(typed).trim().replace(/[\s']/g, '')
  const grouped = /^[-+]?\d{1,3}([.,]\d{3})+$/.test(plain) ? [plain.replace(/[.,]/g, '')] : []
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const whole = last < 0 ? plain : plain.slice(0, last)
  const isOneMark = !/[.,]/.test(whole) || /^[-+]?\d{1,3}([.,]\d{3})+$/.test(whole)
  const pointed = last < 0 ? plain : `${whole.replace(/[.,]/g, '')}.${plain.slice(last + 1)}`
  return [...grouped, ...(isOneMark ? [pointed] : [])]
    .filter((text) => /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i.test(text))
    .map(Number)
}

/**
 * Returns the right answer in the form of a learner's answer. Indexes follow the order in which the options are shown. Null means
 * code or a hand-in, which have no single right answer.
 */
export function rightAnswer(
  key: AnswerKey,
  shown?: ShownOptions,
): number | boolean | string | number[] | null {
  const place = (index: number): number => (shown ? shown.indexOf(index) : index)
  if (Array.isArray(key)) return null
  if (typeof key === 'number') return place(key)
  if (typeof key === 'boolean') return key
  if ('guide' in key) return null
  if ('spellings' in key) return key.spellings[0] ?? ''
  if ('value' in key) return String(key.value)
  if ('chosen' in key) return key.chosen.map(place).toSorted((one, other) => one - other)
  return ('matches' in key ? key.matches : key.order).map(place)
}

/** Returns the author's feedback on the chosen options. `option` is the option's place in this attempt. */
export function feedbackFor(
  { feedback, given }: { feedback: readonly string[]; given: GivenAnswer },
  shown?: ShownOptions,
): { option: number; text: string }[] {
  const chosen = typeof given === 'number' ? [given] : Array.isArray(given) ? given : []
  return chosen.flatMap((index) => {
    const text = index === null ? undefined : feedback[index]
    return index === null || !text ? [] : [{ option: shown ? shown.indexOf(index) : index, text }]
  })
}

/** Lists the stored indexes of the options in the order in which an attempt shows them. */
export type ShownOptions = readonly number[]

/** Converts the shown places of options in an answer to stored indexes. */
export function toStored(
  kind: QuestionKind,
  given: GivenAnswer,
  shown: ShownOptions | undefined,
): GivenAnswer {
  return mapIndexes(kind, given, (index) => shown?.[index] ?? index)
}

export function toShown(
  kind: QuestionKind,
  given: GivenAnswer,
  shown: ShownOptions | undefined,
): GivenAnswer {
  return mapIndexes(kind, given, (index) => (shown ? shown.indexOf(index) : index))
}

function mapIndexes(kind: QuestionKind, given: GivenAnswer, map: (index: number) => number): GivenAnswer {
  if (typeof given === 'number') return map(given)
  if (!Array.isArray(given)) return given
  const mapped = given.map((index) => (index === null ? null : map(index)))
  // The order in which options were chosen has no meaning and must not reveal the stored order.
  return kind === 'multiple-answers' ? mapped.toSorted((one, other) => (one ?? 0) - (other ?? 0)) : mapped
}

/** Ordering and matching questions are always shuffled, because the stored order is the answer. */
export const isAlwaysShuffled = (kind: QuestionKind): boolean => kind === 'ordering' || kind === 'matching'

/** Returns the numbers below `count` in random order. `random` returns a value in [0, 1). */
export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1))
    ;[order[last], order[chosen]] = [order[chosen] ?? 0, order[last] ?? 0]
  }
  return order
}
