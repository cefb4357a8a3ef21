/**
 * Maps the answers of a QTI item to the answers of a question, by the scores that the item gives to responses. All functions are
 * pure.
 */
import {
  greatest,
  numberByScore,
  oneOption,
  precise,
  severalOptions,
  subsetsOf,
  textByScore,
  type ImportedOption,
  type MappedAnswers,
  type Mapping,
} from '@apogee/contracts/assessments/imported-answers.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { decimal } from '@apogee/contracts/assessments/quiz-draft.ts'
import {
  childrenOf,
  declarationOf,
  expressionsIn,
  scoringOf,
  UnknownProcessing,
  type Declaration,
  type Scoring,
} from './qti-scores.ts'
import { allIn, altOf, choicesIn, dropFeedback, imagesIn, wordsIn, type Texts } from './qti-texts.ts'

export type Answers = MappedAnswers & { points?: number }

export function statedPoints(item: Element): number | null {
  const outcomes = childrenOf(item, 'outcomeDeclaration')
  const named = (name: string) => outcomes.find((found) => found.getAttribute('identifier') === name)
  const most = named('MAXSCORE')
  const stated =
    (most && allIn(most, 'value')[0]?.textContent) ?? named('SCORE')?.getAttribute('normalMaximum')
  const points = Math.round(decimal(stated ?? ''))
  return points >= 1 ? points : null
}

interface Scored {
  item: Element
  declaration: Declaration
  score: Scoring
}

export function answersOf(
  item: Element,
  interaction: Element,
  feedback: ReadonlyMap<string, string>,
  texts: Texts,
): Answers | string {
  const id = interaction.getAttribute('responseIdentifier') ?? ''
  const declared = childrenOf(item, 'responseDeclaration').find(
    (one) => one.getAttribute('identifier') === id,
  )
  const read = readers[interaction.localName]
  if (!read) return `has an interaction that is not supported: ${interaction.localName}`
  if (!declared) return 'must have a right answer'
  const declaration = declarationOf(declared)
  const score = scoringOf(item, id, declaration)
  try {
    return read({ item, declaration, score }, interaction, feedback, texts)
  } catch (error) {
    if (error instanceof UnknownProcessing) return `has scoring that is not supported: ${error.message}`
    throw error
  }
}

type Reader = (
  scored: Scored,
  interaction: Element,
  feedback: ReadonlyMap<string, string>,
  texts: Texts,
) => Answers | string

/**
 * The best score of an item is worth all points of the question. A mapping with a whole best score above 1 also sets the number of
 * points.
 */
function withPoints(mapping: Mapping, { item, declaration }: Scored, best: number): Answers | string {
  if (typeof mapping === 'string') return mapping
  const isMapped = declaration.mapped.length > 0 && statedPoints(item) === null
  const isPoints = isMapped && Number.isInteger(best) && best > 1 && best <= 100
  return { ...mapping, ...(isPoints && { points: best }) }
}

const readChoice: Reader = (scored, interaction, feedback, texts) => {
  const { declaration, score } = scored
  const choices = choicesIn(interaction)
  if (choices.length > quizLimits.options) return `must have at most ${quizLimits.options} items`
  const ids = choices.map((choice) => choice.getAttribute('identifier') ?? '')
  const most = mostChoices(interaction, declaration)
  const allowed = subsetsOf(ids).filter((chosen) => most === 0 || chosen.length <= most)
  const best = greatest(allowed.map(score))
  if (!(best > 0)) return 'must have a right answer'
  const options: ImportedOption[] = choices.map((choice, at) => ({
    // The alternative text names a picture without a text.
    text: wordsIn(choice, texts) || altOf(imagesIn(choice)[0]),
    share: score([ids[at] ?? '']) / best,
    feedback: feedback.get(ids[at] ?? '') ?? '',
  }))
  if (declaration.cardinality !== 'multiple' || most === 1) {
    const mapping = oneOption(options)
    return withPoints(trueFalseOf(mapping, choices) ?? mapping, scored, best)
  }
  const right = ids.map((id, at) =>
    declaration.correct.length > 0 ? declaration.correct.includes(id) : (options[at]?.share ?? 0) > 0,
  )
  const scoreOf = (chosen: readonly number[]) =>
    most > 0 && chosen.length > most ? null : score(chosen.map((at) => ids[at] ?? '')) / best
  return withPoints(severalOptions(options, right, scoreOf, declaration.mapped.length > 0), scored, best)
}

/**
 * Returns how many options a learner may choose; 0 means any number. When `maxChoices` is missing, it returns 0 if several options
 * are right, otherwise 1.
 */
function mostChoices(interaction: Element, { cardinality, correct, mapped }: Declaration): number {
  if (cardinality !== 'multiple') return 1
  const stated = interaction.getAttribute('maxChoices')
  if (stated !== null) return Number(stated)
  return correct.length > 1 || mapped.filter(({ value }) => value > 0).length > 1 ? 0 : 1
}

/**
 * Two options that say exactly `true` and `false`, in English or Malay, become a true-false question. Other options keep their
 * texts.
 */
function trueFalseOf(mapping: Mapping, choices: readonly Element[]): Mapping | null {
  if (typeof mapping === 'string' || choices.length !== 2) return null
  const parts = mapping.parts as { options: string[]; answer: string; feedback?: string[] }
  const [yes, no] = [/^(true|benar|betul)$/i, /^(false|palsu|salah)$/i]
  const isPlain = !parts.feedback && choices.every((choice) => imagesIn(choice).length === 0)
  if (!isPlain || ![yes, no].every((word) => parts.options.some((text) => word.test(text)))) return null
  return { ...mapping, parts: { type: 'true-false', answer: yes.test(parts.answer) } }
}

/** This limits the work: each text is scored several times, and each scoring compares it with all texts. */
const mostTexts = 10 * quizLimits.spellings

const readEntry: Reader = (scored, interaction) => {
  const { item, declaration } = scored
  if (declaration.baseType === 'integer' || declaration.baseType === 'float') return numberOf(scored)
  if (declaration.baseType !== 'string') return 'must be answered with text or a number'
  const score: Scoring = (response) => scored.score(response)
  const stated = expressionsIn(item)
    .filter((found) => found.localName === 'baseValue' && found.getAttribute('baseType') === 'string')
    .map(({ textContent }) => textContent.trim())
  const { correct, mapped } = declaration
  const texts = [...new Set([...correct, ...mapped.map(({ key }) => key), ...stated])].filter(
    (text) => text !== '',
  )
  if (texts.length > mostTexts) return `must have at most ${mostTexts} items`
  const classes = (interaction.getAttribute('class') ?? '').split(/\s+/)
  const isOwn = item.getAttribute('toolName') === 'Apogee'
  const { mapping, best } = textByScore(texts, (text) => score([text]), {
    matchesCaseAnyway: mapped.some(({ isCaseSensitive }) => isCaseSensitive),
    matchAccents: !isOwn || classes.includes('match-accents'),
    matchBlanks: !isOwn || classes.includes('match-blanks'),
  })
  return withPoints(mapping, scored, best)
}

function numberOf(scored: Scored): Answers | string {
  const { item, declaration, score } = scored
  const expressions = expressionsIn(item)
  const stated = expressions
    .filter(
      (found) => found.localName === 'baseValue' && found.parentElement?.localName !== 'setOutcomeValue',
    )
    .map(({ textContent }) => textContent)
  const values = [...declaration.correct, ...declaration.mapped.map(({ key }) => key), ...stated]
  const centres = values.map(decimal).filter((value) => !Number.isNaN(value))
  const tolerances = expressions
    .filter(({ localName }) => localName === 'equal')
    .flatMap((equal) => {
      const mode = equal.getAttribute('toleranceMode') ?? 'exact'
      const written = (equal.getAttribute('tolerance') ?? '0').trim().split(/\s+/).map(Number)
      return mode === 'exact' ? [] : written.map((tolerance) => ({ mode, tolerance }))
    })
  const bounds = centres.flatMap((centre) => [
    centre,
    ...tolerances.flatMap(({ mode, tolerance }) => {
      const by = mode === 'relative' ? (Math.abs(centre) * tolerance) / 100 : tolerance
      return [precise(centre - by), precise(centre + by)]
    }),
  ])
  const { mapping, best } = numberByScore(bounds, (value) => score([String(value)]))
  return withPoints(mapping, scored, best)
}

const readPairs: Reader = (scored, interaction, _, texts) => {
  const { declaration, score } = scored
  const [prompts = [], matches = []] = childrenOf(interaction, 'simpleMatchSet').map((set) =>
    allIn(set, 'simpleAssociableChoice').map((choice) => ({
      id: choice.getAttribute('identifier') ?? '',
      text: texts.of(choice, dropFeedback),
    })),
  )
  const mapped = declaration.mapped.filter(({ value }) => value > 0).map(({ key }) => key)
  const right = (declaration.correct.length > 0 ? declaration.correct : mapped).map((pair) =>
    pair.split(/\s+/),
  )
  const pairs = prompts.flatMap(({ id, text }) =>
    right
      .filter(([from]) => from === id)
      .map(([, to]) => ({ prompt: text, match: matches.find((match) => match.id === to)?.text ?? '' })),
  )
  if (pairs.length !== prompts.length || pairs.length !== right.length)
    return 'must have one right match for each prompt'
  const whole = right.map((pair) => pair.join(' '))
  const best = score(whole)
  if (!(best > 0)) return 'must have a right answer'
  const used = new Set(right.map(([, to]) => to))
  const distractors = matches.filter(({ id }) => !used.has(id)).map(({ text }) => text)
  // The samples are each right pair by itself, and all right pairs with one of them replaced by a wrong pair.
  const samples = whole.flatMap((pair, at) => {
    const [from] = right[at] ?? []
    const wrong = matches.flatMap(({ id }) =>
      id === right[at]?.[1] ? [] : [{ hits: whole.length - 1, given: whole.with(at, `${from} ${id}`) }],
    )
    return [{ hits: 1, given: [pair] }, ...wrong]
  })
  const parts = { type: 'matching', pairs, ...(distractors.length > 0 && { distractors }) }
  return withPoints(gradedByParts(parts, samples, { score, best, count: whole.length }), scored, best)
}

interface Sample {
  hits: number
  given: readonly string[]
}

/**
 * Chooses between points for each right part and points for a completely right answer, by the scores of sample responses in the
 * file.
 */
function gradedByParts(
  parts: object,
  samples: readonly Sample[],
  { score, best, count }: { score: Scoring; best: number; count: number },
): Mapping {
  const shares = samples.map(({ given, hits }) => ({ hits, share: Math.max(0, score(given) / best) }))
  const isLike = (share: (hits: number) => number) =>
    shares.every((one) => Math.abs(share(one.hits) - one.share) < 0.02)
  if (isLike((hits) => Number(hits === count))) return { parts, changes: [] }
  const isByParts = isLike((hits) => hits / count)
  return {
    parts: { ...parts, partial: true },
    changes: isByParts ? [] : ['is counted otherwise here: each right part gives the same points'],
  }
}

const readOrder: Reader = (scored, interaction, _, texts) => {
  const { declaration, score } = scored
  const choices = allIn(interaction, 'simpleChoice')
  const words = new Map(
    choices.map((choice) => [choice.getAttribute('identifier') ?? '', texts.of(choice, dropFeedback)]),
  )
  const items = declaration.correct.flatMap((id) => words.get(id) ?? [])
  if (items.length !== choices.length) return 'must have a right place for each choice'
  const right = declaration.correct
  const best = score(right)
  if (!(best > 0)) return 'must have a right answer'
  const samples = ordersOf(right).map((given) => ({
    given,
    hits: given.filter((id, at) => id === right[at]).length,
  }))
  return withPoints(
    gradedByParts({ type: 'ordering', items }, samples, { score, best, count: right.length }),
    scored,
    best,
  )
}

/** Returns the right order, its rotations, and the right order with two items exchanged. */
const ordersOf = (ids: readonly string[]): string[][] => [
  ...ids.map((_, at) => [...ids.slice(at), ...ids.slice(0, at)]),
  ...ids.flatMap((one, from) =>
    ids.slice(from + 1).map((other, by) => ids.with(from, other).with(from + 1 + by, one)),
  ),
]

const readers: Readonly<Record<string, Reader>> = {
  choiceInteraction: readChoice,
  inlineChoiceInteraction: readChoice,
  textEntryInteraction: readEntry,
  matchInteraction: readPairs,
  orderInteraction: readOrder,
}
