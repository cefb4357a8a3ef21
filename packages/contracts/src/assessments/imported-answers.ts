/**
 * Maps the scoring of questions from other programs to the kinds of question in a quiz file. A question is mapped only if every
 * answer earns the share of the points that its file gives. `changes` names each difference, and a text in place of a question says
 * why no kind fits (docs/decisions/quiz-imports.md). Shares are from 0 to 1; negative shares take points away.
 */
import { quizLimits } from './quiz-questions.ts'

export interface MappedAnswers {
  parts: object
  changes: string[]
}
export type Mapping = MappedAnswers | string

export interface ImportedOption {
  text: string
  share: number
  feedback?: string
}

/** Files round shares, such as three times 33 percent. */
const rounding = 0.015
export const isFull = (share: number) => share >= 1 - rounding
const isSame = (one: number, other: number) => Math.abs(one - other) <= rounding

export const changes = {
  partOfPoints: 'gives part of the points in the file and none here',
  takesPoints: 'takes points away in the file and none here',
  otherCounting: 'is counted otherwise here: each wrong option takes one right option back',
  feedbackLeftOut: 'feedbacks left out',
} as const

/** Returns the greatest number, but at least `least`. */
export const greatest = (numbers: readonly number[], least = 0): number =>
  numbers.reduce((most, one) => Math.max(most, one), least)

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`
const named = (change: string, found: readonly { text: string; share: number }[]): string[] =>
  found.length === 0
    ? []
    : [`${change}: ${found.map(({ text, share }) => `${text} (${percent(share)})`).join(', ')}`]

/** Names the shares that a question with a single right answer cannot give. */
const lostShares = (found: readonly { text: string; share: number }[]): string[] => [
  ...named(
    changes.partOfPoints,
    found.filter(({ share }) => share > rounding && !isFull(share)),
  ),
  ...named(
    changes.takesPoints,
    found.filter(({ share }) => share < -rounding),
  ),
]

const textsOf = (options: readonly ImportedOption[]) => ({
  options: options.map(({ text }) => text),
  ...(options.some(({ feedback }) => feedback) && {
    feedback: options.map(({ feedback = '' }) => feedback),
  }),
})

/** Maps a question whose learners choose one option. */
export function oneOption(options: readonly ImportedOption[]): Mapping {
  const [right, another] = options.filter(({ share }) => isFull(share))
  if (!right) return 'must have a right answer'
  if (another) return 'has several right options of which learners choose one'
  return {
    parts: { type: 'multiple-choice', ...textsOf(options), answer: right.text },
    changes: lostShares(options),
  }
}

/**
 * Maps a question whose learners choose any number of options. `scoreOf` is the file's scoring by the indexes of the chosen
 * options. It returns null for a choice that the file does not allow.
 */
export function severalOptions(
  options: readonly ImportedOption[],
  isRight: readonly boolean[],
  scoreOf: (chosen: readonly number[]) => number | null,
  prefersPartial: boolean,
): Mapping {
  const right = options.flatMap((_, index) => (isRight[index] ? [index] : []))
  if (right.length === 0) return 'must have a right answer'
  if (options.length > quizLimits.options) return `must have at most ${quizLimits.options} items`
  if (!isFull(scoreOf(right) ?? 0)) return 'must have right options that give all points together'
  const subsets = subsetsOf([...options.keys()])
  const scores = subsets.map(scoreOf)
  const isLike = (share: (hits: number, misses: number) => number) =>
    subsets.every((chosen, at) => {
      const hits = chosen.filter((index) => isRight[index]).length
      const score = scores[at] ?? null
      return score === null || isSame(share(hits, chosen.length - hits), Math.min(1, Math.max(0, score)))
    })
  const answers = right.map((index) => options[index]?.text ?? '')
  const parts = { type: 'multiple-answers', ...textsOf(options), answers }
  const isWhole = isLike((hits, misses) => (hits === right.length && misses === 0 ? 1 : 0))
  const isCountedSo = isLike((hits, misses) => Math.max(0, hits - misses) / right.length)
  if (isWhole && !(isCountedSo && prefersPartial)) return { parts, changes: [] }
  return { parts: { ...parts, partial: true }, changes: isCountedSo ? [] : [changes.otherCounting] }
}

/** Returns every choice of at least one item. Callers pass few items, because the number of choices doubles with each. */
export const subsetsOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: 2 ** items.length - 1 }, (_, at) =>
    items.filter((_item, bit) => ((at + 1) >> bit) & 1),
  )

/** Returns a scoring in which each chosen option adds its share, as Moodle and a QTI mapping do. */
export const sumOf =
  (options: readonly { share: number }[]) =>
  (chosen: readonly number[]): number =>
    chosen.reduce((sum, index) => sum + (options[index]?.share ?? 0), 0)

export interface ImportedSpelling {
  text: string
  share: number
  /** A pattern also matches these typed texts, not only its own text. */
  matches?: ((typed: string) => boolean) | undefined
}

/** Tells whether a text has the parts in their order, with any characters between them. */
export function fitsParts(parts: readonly string[], typed: string): boolean {
  const text = typed.toLowerCase()
  const [head = '', ...rest] = parts.map((part) => part.toLowerCase())
  const tail = rest.pop() ?? ''
  if (!text.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}

/** Maps a question with a typed answer. The first spelling or pattern that matches the answer decides its share. */
export function spellings(
  given: readonly ImportedSpelling[],
  matching: { matchCase?: boolean; matchAccents?: boolean; matchBlanks?: boolean },
): Mapping {
  const seen = new Set<string>()
  const patterns: ((typed: string) => boolean)[] = []
  const first = given.filter(({ text, matches }) => {
    const key = matching.matchCase ? text : text.toLowerCase()
    const isCovered = seen.has(key) || patterns.some((covers) => covers(text))
    seen.add(key)
    if (matches) patterns.push(matches)
    return !isCovered
  })
  if (first.some(({ share, matches }) => matches && isFull(share)))
    return 'accepts a pattern (*), which a short answer here cannot'
  const right = first.filter(({ share }) => isFull(share))
  if (right.length === 0) return 'must have a right answer'
  const on = Object.entries(matching).filter(([, isOn]) => isOn)
  return {
    parts: {
      type: 'short-answer',
      answers: right.map(({ text }) => text),
      ...Object.fromEntries(on),
    },
    changes: lostShares(first),
  }
}

/**
 * Maps a question by the score of each text that its file names. If no right text has a letter, `matchesCaseAnyway` says whether
 * case counts. Returns the best score with the question.
 */
export function textByScore(
  texts: readonly string[],
  score: (text: string) => number,
  {
    matchesCaseAnyway,
    ...matching
  }: { matchesCaseAnyway: boolean; matchAccents: boolean; matchBlanks: boolean },
): { mapping: Mapping; best: number } {
  const best = greatest(texts.map(score))
  if (best === 0) return { mapping: 'must have a right answer', best }
  if (score('\u0001') > 0) return { mapping: 'gives points for any text', best }
  const right = texts.filter((text) => score(text) >= best)
  const cased = right.filter((text) => text.toLowerCase() !== text.toUpperCase())
  const sensitive = cased.filter((text) =>
    [text.toLowerCase(), text.toUpperCase()].some((other) => score(other) < best),
  )
  if (sensitive.length > 0 && sensitive.length < cased.length)
    return { mapping: 'has answers of which only some must match capitals', best }
  const given = texts.map((text) => ({ text, share: score(text) / best }))
  const matchCase = cased.length > 0 ? sensitive.length > 0 : matchesCaseAnyway
  return { mapping: spellings(given, { matchCase, ...matching }), best }
}

export interface NumberRange {
  text: string
  least: number
  most: number
  share: number
  value?: number
  tolerance?: number
}

/** Maps a question with a number as answer. The first range that contains the answer decides its share. */
export function numberIn(ranges: readonly NumberRange[]): Mapping {
  if (ranges.some(({ least, most }) => Number.isNaN(least + most) || least > most)) return 'must be a number'
  const full: NumberRange[] = []
  const before: NumberRange[] = []
  const lost: NumberRange[] = []
  for (const range of ranges) {
    const holder = before.find(({ least, most }) => least <= range.least && range.most <= most)
    if (!holder && isFull(range.share)) {
      const isCut = before.some(
        ({ least, most, share }) => !isFull(share) && least <= range.most && range.least <= most,
      )
      if (isCut) return 'accepts numbers of which a part gives fewer points'
      full.push(range)
    } else if (!holder) lost.push(range)
    before.push(range)
  }
  const [lowest, ...others] = full.toSorted((one, other) => one.least - other.least)
  if (!lowest) return 'must have a right answer'
  let { most } = lowest
  for (const range of others) {
    if (range.least > most) return 'has several right numbers, and a question here has one'
    most = Math.max(most, range.most)
  }
  const { least } = lowest
  if (!Number.isFinite(least + most)) return 'accepts every number'
  // The file's own value and tolerance need no rounding, while half of a sum of decimals may.
  const { value = precise((least + most) / 2), tolerance = precise((most - least) / 2) } =
    full.length === 1 ? lowest : {}
  return { parts: { type: 'numeric', answer: value, tolerance }, changes: lostShares(lost) }
}

/**
 * Finds the numbers that earn all points by the score at and between `bounds`, where the score can change. Returns the best score
 * with the question.
 */
export function numberByScore(
  bounds: readonly number[],
  score: (value: number) => number,
): { mapping: Mapping; best: number } {
  const refused = (mapping: string, best = 0) => ({ mapping, best })
  const sorted = [...new Set(bounds)].toSorted((one, other) => one - other)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return refused('must have a right answer')
  const after = last + Math.abs(last) + 1
  const points = [
    first - Math.abs(first) - 1,
    ...sorted.flatMap((bound, at) => [bound, ((sorted[at + 1] ?? after) + bound) / 2]),
  ].map((value) => ({ value, share: score(value) }))
  const best = greatest(points.map(({ share }) => share))
  if (!(best > 0)) return refused('must have a right answer')
  const full = points.flatMap(({ share }, at) => (isFull(share / best) ? [at] : []))
  const [from = 0, to = 0] = [full[0], full.at(-1)]
  if (to - from + 1 !== full.length)
    return refused('has several right numbers, and a question here has one', best)
  // Points with an odd index are the bounds themselves. Those with an even index lie between two bounds.
  if (from % 2 === 0 || to % 2 === 0) return refused('has a tolerance that a question here cannot have', best)
  const [least = 0, most = 0] = [points[from]?.value, points[to]?.value]
  const [lost] = points.filter(({ share }) => share > 0 && !isFull(share / best))
  const parts = {
    type: 'numeric',
    answer: precise((least + most) / 2),
    tolerance: precise((most - least) / 2),
  }
  return {
    mapping: { parts, changes: lost ? [`${changes.partOfPoints}: ${precise(lost.value)}`] : [] },
    best,
  }
}

/** Removes the noise of binary fractions, such as 0.15000000000000002. */
export const precise = (value: number): number => Number(value.toPrecision(13))

/** Returns the range `value` ± `tolerance`, as GIFT and QTI write tolerances. */
export const around = (value: number, tolerance: number, share: number, text = String(value)) => ({
  text,
  share,
  value,
  tolerance,
  least: precise(value - tolerance),
  most: precise(value + tolerance),
})

/** Returns the sentence that counts the texts of feedback for which the question has no place. */
export const feedbackLeftOut = (texts: readonly string[]): string[] => {
  const count = texts.filter((text) => text.trim() !== '').length
  return count > 0 ? [`${changes.feedbackLeftOut}: ${count}`] : []
}
