/**
 * Reads quizzes of a Common Cartridge: QTI 1.2.1 in the profile of Common Cartridge 1.0 to 1.3 (IMS Common Cartridge Profile,
 * chapter 4.10). Supported items become questions; the others are listed as left out. Pure functions.
 */
import {
  feedbackLeftOut,
  greatest,
  numberByScore,
  oneOption,
  severalOptions,
  subsetsOf,
  textByScore,
  type ImportedOption,
  type Mapping,
} from '@apogee/contracts/assessments/imported-answers.ts'
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { checkQuiz, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import {
  mediaLeftOut,
  noMedia,
  plainTextOf,
  type LeftOutMedia,
} from '@apogee/contracts/courses/html/read-html.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import type { XmlElement } from '@rgrove/parse-xml'
import { attribute, children, descendants, localName, textOf } from '#server/platform/xml/read-xml.ts'
import {
  comparedIn,
  conditionsOf,
  elementsOf,
  UnknownConditions,
  type Conditions,
} from './cartridge-scores.ts'
import { drawnGroups, drawnSections, type Banks } from './cartridge-groups.ts'
import type { SettingsOfQuiz } from './cartridge-settings.ts'
import { marksIn, type OwnMark } from './own-marks.ts'

export interface ReadQuiz {
  /** Null means that none of the quiz's questions are supported. */
  quiz: QuizFile | null
  /** Each entry contains a question's title and the reason why the question is left out. */
  leftOut: string[]
  /** Each entry contains a question's title and how the question differs from the file. */
  changed: string[]
}

const defaultPoints = 10

/** `settings` come from a file beside the quiz. They take precedence over settings in the quiz itself. */
export function readCartridgeQuiz(
  root: XmlElement,
  title: string,
  { settings = {}, banks = new Map() }: { settings?: SettingsOfQuiz | undefined; banks?: Banks } = {},
): ReadQuiz {
  const [assessment] = children(root, 'assessment')
  const facts = assessment ? metadataOf(assessment) : new Map<string, string>()
  const leftOut: string[] = []
  const changed: string[] = []
  const questions = new Map<XmlElement, ReadQuestion['question']>()
  const sections = drawnSections(root, banks)
  const drawn = sections.flatMap((section) => [...section.items])
  const items = [...new Set([...descendants(root, 'item'), ...drawn])]
  for (const [place, item] of items.entries()) {
    const name = attribute(item, 'title')?.trim() || `question ${place + 1}`
    const read =
      questions.size < quizLimits.questions
        ? questionOf(item)
        : 'must be one of the first questions that a quiz can hold'
    const problem = typeof read === 'string' ? read : problemOf(read.question)
    if (problem === null && typeof read === 'object') {
      questions.set(item, read.question)
      for (const change of read.changes) changed.push(`${name}: ${change}`)
    } else leftOut.push(`${name}: ${problem}`)
  }
  if (items.length === 0) leftOut.push('has no question')
  const { groups, changes } = drawnGroups(sections, questions, pointsOf)
  const minutes = Number(facts.get('qmd_timelimit'))
  const attempts = Number(facts.get('cc_maxattempts'))
  const read = checkQuiz({
    title,
    questions: [...questions.values()],
    timeLimitMinutes: minutes >= 1 && minutes <= 480 ? Math.round(minutes) : null,
    ...(attempts >= 1 && attempts <= 20 && { attemptsAllowed: Math.round(attempts) }),
    ...(areShuffled(items) && { shuffleOptions: true }),
    ...settings,
    ...(groups.length > 0 && { groups }),
  })
  return { quiz: 'quiz' in read ? read.quiz : null, leftOut, changed: [...changed, ...changes] }
}

/**
 * A quiz here shuffles the options of all questions or of none, apart from true-or-false questions. The quiz is shuffled only if
 * the file shuffles all its choices.
 */
function areShuffled(items: readonly XmlElement[]): boolean {
  const choices = items
    .filter((item) => !metadataOf(item).get('cc_profile')?.startsWith('cc.true_false'))
    .flatMap((item) => descendants(item, 'render_choice'))
  return choices.length > 0 && choices.every((one) => /^yes$/i.test(attribute(one, 'shuffle') ?? ''))
}

function problemOf(question: object): string | null {
  const read = checkQuiz({ title: 'One', questions: [question] })
  if ('quiz' in read) return null
  const [first] = read.problems
  return `${first?.path.replace('questions.0.', '') ?? ''} ${first?.message ?? ''}`.trim()
}

function metadataOf(parent: XmlElement): Map<string, string> {
  return new Map(
    descendants(parent, 'qtimetadatafield').map((field) => [
      textOf(field, 'fieldlabel'),
      textOf(field, 'fieldentry'),
    ]),
  )
}

interface ReadQuestion {
  question: { points: number; group?: string } & Record<string, unknown>
  changes: string[]
}

/** Returns the question, or the reason why it is not supported. */
function questionOf(item: XmlElement): ReadQuestion | string {
  const facts = metadataOf(item)
  const [presentation] = children(item, 'presentation')
  if (!presentation) return 'has nothing to show'
  const profile = kindOf(facts, presentation)
  const responses = ['response_lid', 'response_str', 'response_num'].flatMap((name) =>
    descendants(presentation, name),
  )
  if (responses.length > 1) return 'must have one interaction'
  const marks = marksIn((responses[0] && attribute(responses[0], 'ident')) ?? '')
  const texts = new Texts()
  const stem = texts.of(presentation)
  const feedback = feedbackIn(item, texts)
  try {
    const read = answersOf({ item, presentation, texts, feedback, marks }, profile)
    if (typeof read === 'string') return read
    const { points, changes } = marks.has('100points')
      ? { points: 100, changes: [] }
      : pointsOf(statedPoints(facts))
    const explanation = read.explanation.filter((text) => text !== '').join('\n')
    return {
      question: { question: stem, points, ...(explanation !== '' && { explanation }), ...read.parts },
      changes: [...changes, ...read.changes, ...feedbackLeftOut(read.leftOut), ...texts.leftOut],
    }
  } catch (error) {
    if (error instanceof UnknownConditions) return `has scoring that is not supported: ${error.message}`
    throw error
  }
}

/**
 * Determines the kind of a question: by the profile that it declares, else by the kind that Canvas names, else by the form of its
 * answer fields.
 */
function kindOf(facts: ReadonlyMap<string, string>, presentation: XmlElement): string {
  const stated = /^cc\.([a-z_]+)/.exec(facts.get('cc_profile') ?? '')?.[1]
  const named = (facts.get('question_type') ?? '').replace(/_question$/, '')
  const known: Readonly<Record<string, string>> = {
    short_answer: 'fib',
    file_upload: 'file',
    multiple_answers: 'multiple_response',
    numerical: 'numeric',
  }
  return stated ?? known[named] ?? (named || profileOf(presentation))
}

/** Infers the kind from the answer fields, because some programs do not name the profile. */
function profileOf(presentation: XmlElement): string {
  const [choice] = descendants(presentation, 'response_lid')
  if (choice)
    return attribute(choice, 'rcardinality') === 'Multiple' ? 'multiple_response' : 'multiple_choice'
  if (descendants(presentation, 'response_num').length > 0) return 'numeric'
  const [typed] = descendants(presentation, 'render_fib')
  if (/^(decimal|integer)$/i.test((typed && attribute(typed, 'fibtype')) ?? '')) return 'numeric'
  return descendants(presentation, 'response_str').length > 0 ? 'fib' : ''
}

const statedPoints = (facts: ReadonlyMap<string, string>): string =>
  facts.get('cc_weighting') ?? facts.get('points_possible') ?? facts.get('qmd_weighting') ?? ''

/** `stated` is the text in the file. '' means that the file states no points. */
export function pointsOf(stated: string): { points: number; changes: string[] } {
  const weight = stated === '' ? defaultPoints : Number(stated)
  const points = Math.round(weight)
  const isPossible = points >= 1 && points <= 100
  const kept = isPossible ? points : defaultPoints
  return { points: kept, changes: kept === weight ? [] : [`has other points here: ${kept} (${stated})`] }
}

interface ItemFeedback {
  /** Keys are the identifiers of the feedback. */
  texts: ReadonlyMap<string, string>
  /** Solutions are for graders. Keys are the same identifiers as in `texts`. */
  solutions: ReadonlyMap<string, string>
}

function feedbackIn(item: XmlElement, texts: Texts): ItemFeedback {
  const all = children(item, 'itemfeedback')
  const read = (name: RegExp) =>
    new Map(
      all.map((one) => [
        attribute(one, 'ident') ?? '',
        [
          texts.of(one),
          ...elementsOf(one).flatMap((part) => (name.test(localName(part.name)) ? [texts.within(part)] : [])),
        ]
          .filter((text) => text !== '')
          .join('\n'),
      ]),
    )
  const isSolution = (one: XmlElement) => children(one, 'solution').length > 0
  const solved = new Set(all.filter(isSolution).map((one) => attribute(one, 'ident') ?? ''))
  const found = [...read(/^(solution|hint)$/)].filter(([, text]) => text !== '')
  return {
    texts: new Map(found.filter(([id]) => !solved.has(id))),
    solutions: new Map(found.filter(([id]) => solved.has(id))),
  }
}

interface Answers {
  parts: object
  changes: string[]
  explanation: string[]
  /** Lists feedback that a question here cannot have. */
  leftOut: string[]
}
interface Asked {
  item: XmlElement
  presentation: XmlElement
  texts: Texts
  feedback: ItemFeedback
  marks: ReadonlySet<OwnMark>
}

function answersOf(asked: Asked, profile: string): Answers | string {
  switch (profile) {
    case 'multiple_choice':
    case 'true_false':
      return choiceOf(asked, profile === 'true_false')
    case 'multiple_response':
      return responsesOf(asked)
    case 'fib':
    case 'pattern_match':
      return textOfAnswer(asked)
    case 'numeric':
      return numberOf(asked)
    case 'essay':
      return essayOf(asked)
    case 'file':
      return essayOf(asked, handInLimits.files)
    default:
      return `is a question of a kind that is not supported: ${profile || '?'}`
  }
}

const isGeneral = (id: string) => /^general(_fb)?$/i.test(id)
const isOfRight = (id: string) => /^(general_)?correct(_fb)?$/i.test(id)
const isOfWrong = (id: string) => /^(general_)?incorrect(_fb)?$/i.test(id)

/**
 * Sorts the feedback of a question without options. Feedback that every learner sees becomes the explanation; the rest is left out.
 */
function generalOf({
  item,
  feedback: { texts, solutions },
}: Asked): Pick<Answers, 'explanation' | 'leftOut'> {
  const always = new Set(
    descendants(item, 'respcondition')
      .filter((one) => /^yes$/i.test(attribute(one, 'continue') ?? ''))
      .filter((one) => {
        const tests = children(one, 'conditionvar').flatMap(elementsOf)
        return tests.every(({ name }) => localName(name) === 'other')
      })
      .flatMap((one) => children(one, 'displayfeedback').map((shown) => attribute(shown, 'linkrefid') ?? '')),
  )
  const isShown = (id: string) => isGeneral(id) || (always.has(id) && !isOfRight(id) && !isOfWrong(id))
  const of = (wanted: boolean) => [...texts].flatMap(([id, text]) => (isShown(id) === wanted ? [text] : []))
  // Learners see the solution after grading, like an explanation, so both become the explanation.
  return { explanation: [...of(true), ...solutions.values()], leftOut: of(false) }
}

interface Label {
  id: string
  text: string
}

const labelsOf = ({ presentation, texts }: Asked): Label[] =>
  descendants(presentation, 'response_label').map((label) => ({
    id: attribute(label, 'ident') ?? '',
    text: texts.of(label),
  }))

const tooMany = `must have at most ${quizLimits.options} items`
const countLabels = ({ presentation }: Asked) => descendants(presentation, 'response_label').length

function choiceOf(asked: Asked, isTrueFalse: boolean): Answers | string {
  if (countLabels(asked) > quizLimits.options) return tooMany
  const labels = labelsOf(asked)
  const outcome = conditionsOf(asked.item, false)
  const outcomes = labels.map(({ id }) => outcome([id]))
  const best = greatest(outcomes.map(({ score }) => score))
  if (best === 0) return 'must have one right answer'
  const { texts, solutions } = asked.feedback
  const isLinked = outcomes.some(({ shown }) => shown.some((id) => texts.has(id)))
  const shownFor = labels.map(({ id }, at) => {
    const isRight = outcomes[at]?.score === best
    if (isLinked) return [...new Set(outcomes[at]?.shown)]
    return [...texts.keys()].filter(
      (key) => isGeneral(key) || key === `${id}_fb` || (isRight ? isOfRight(key) : isOfWrong(key)),
    )
  })
  const everywhere = [...texts.keys()].filter(
    (id) => isGeneral(id) || shownFor.every((shown) => shown.includes(id)),
  )
  const options: ImportedOption[] = labels.map(({ text }, at) => ({
    text,
    share: (outcomes[at]?.score ?? 0) / best,
    feedback: (shownFor[at] ?? [])
      .filter((id) => !everywhere.includes(id))
      .flatMap((id) => texts.get(id) ?? [])
      .join('\n'),
  }))
  const used = new Set([...everywhere, ...shownFor.flat()])
  const mapping = oneOption(options)
  if (typeof mapping === 'string') return mapping
  const hasFeedback = options.some(({ feedback }) => feedback)
  const truth = isTrueFalse && !hasFeedback ? truthOf(labels, options) : null
  return {
    ...mapping,
    ...(truth !== null && { parts: { type: 'true-false', answer: truth } }),
    explanation: [...everywhere.flatMap((id) => texts.get(id) ?? []), ...solutions.values()],
    leftOut: [...texts].flatMap(([id, text]) => (used.has(id) ? [] : [text])),
  }
}

/**
 * Returns the right answer if the two choices mean true and false, by their identifiers or by their words in English or Malay. Null
 * means that they do not, so the choices keep their own words.
 */
function truthOf(labels: readonly Label[], options: readonly ImportedOption[]): boolean | null {
  if (labels.length !== 2) return null
  const place = (words: RegExp, wordOf: (label: Label) => string) =>
    labels.findIndex((label) => words.test(wordOf(label)))
  for (const wordOf of [({ id }: Label) => id, ({ text }: Label) => text]) {
    const [yes, no] = [place(/^(true|benar|betul)$/i, wordOf), place(/^(false|palsu|salah)$/i, wordOf)]
    if (yes >= 0 && no >= 0) return (options[yes]?.share ?? 0) > (options[no]?.share ?? 0)
  }
  return null
}

function responsesOf(asked: Asked): Answers | string {
  if (countLabels(asked) > quizLimits.options) return tooMany
  const labels = labelsOf(asked)
  const outcome = conditionsOf(asked.item, false)
  const subsets = subsetsOf([...labels.keys()])
  const scoreOf = (chosen: readonly number[]) => outcome(chosen.map((at) => labels[at]?.id ?? '')).score
  const best = greatest(subsets.map(scoreOf))
  // Several selections may earn all points. The smallest of them contains exactly the right options.
  const right = subsets
    .filter((chosen) => scoreOf(chosen) === best)
    .toSorted((one, other) => one.length - other.length)[0]
  if (best === 0 || !right) return 'must have a right answer'
  const options = labels.map(({ id, text }, at) => ({
    text,
    share: scoreOf([at]) / best,
    feedback: asked.feedback.texts.get(`${id}_fb`) ?? '',
  }))
  const mapping = severalOptions(
    options,
    labels.map((_, at) => right.includes(at)),
    (chosen) => scoreOf(chosen) / best,
    false,
  )
  if (typeof mapping === 'object' && asked.marks.has('partial'))
    mapping.parts = { ...mapping.parts, partial: true }
  const general = generalOf(asked)
  const own = new Set(labels.map(({ id }) => asked.feedback.texts.get(`${id}_fb`)))
  return withFeedback(mapping, { ...general, leftOut: general.leftOut.filter((text) => !own.has(text)) })
}

const withFeedback = (
  mapping: Mapping,
  general: Pick<Answers, 'explanation' | 'leftOut'>,
): Answers | string => (typeof mapping === 'string' ? mapping : { ...mapping, ...general })

/**
 * Each text is scored several times, and each scoring compares it with all texts, so the time grows with the square of their
 * number.
 */
const mostCompared = 10 * quizLimits.spellings

function textOfAnswer(asked: Asked): Answers | string {
  const compared = [...new Set(comparedIn(asked.item))].filter((text) => text !== '')
  if (compared.length > mostCompared) return `must have at most ${mostCompared} items`
  const outcome: Conditions = conditionsOf(asked.item, true)
  const { mapping } = textByScore(compared, (text) => outcome([text]).score, {
    matchesCaseAnyway: false,
    matchAccents: !asked.marks.has('anyaccents'),
    matchBlanks: !asked.marks.has('anyblanks'),
  })
  return withFeedback(mapping, generalOf(asked))
}

function numberOf(asked: Asked): Answers | string {
  const compared = comparedIn(asked.item)
  if (compared.length > mostCompared) return `must have at most ${mostCompared} items`
  const outcome = conditionsOf(asked.item, true)
  const bounds = compared.map(Number).filter((value) => !Number.isNaN(value))
  return withFeedback(
    numberByScore(bounds, (value) => outcome([String(value)]).score).mapping,
    generalOf(asked),
  )
}

/** Makes a question that a person grades: an essay, or files. Its solution becomes the guide for graders. */
function essayOf(asked: Asked, files = 0): Answers {
  const guide = [...asked.feedback.solutions.values()].join('\n')
  const { explanation, leftOut } = generalOf({
    ...asked,
    feedback: { ...asked.feedback, solutions: new Map() },
  })
  return {
    parts: { type: 'hand-in', ...(guide && { guide }), ...(files > 0 && { files }) },
    changes: [],
    explanation,
    leftOut,
  }
}

const materialMedia: Readonly<Record<string, keyof LeftOutMedia>> = {
  matimage: 'pictures',
  mataudio: 'sounds',
  matvideo: 'videos',
  matapplet: 'objects',
  matapplication: 'objects',
}

/** Reads the texts of one question and counts the pictures, sounds and other media that plain text loses. */
class Texts {
  readonly #media: LeftOutMedia[] = []

  /** Returns the text of the element itself, without the texts of its answers. */
  of(place: XmlElement): string {
    return elementsOf(place)
      .flatMap((part) => {
        const name = localName(part.name)
        if (name === 'material') return elementsOf(part).map((one) => this.#material(one))
        return /^flow(_mat)?$/.test(name) ? [this.of(part)] : []
      })
      .filter((text) => text !== '')
      .join('\n')
      .trim()
  }

  /** Returns the text of the element, including the texts of its answers. */
  within(place: XmlElement): string {
    return descendants(place, 'material')
      .flatMap(elementsOf)
      .map((one) => this.#material(one))
      .filter((text) => text !== '')
      .join('\n')
  }

  #material(part: XmlElement): string {
    const kind = materialMedia[localName(part.name)]
    if (kind) this.#media.push({ ...noMedia, [kind]: 1 })
    if (localName(part.name) !== 'mattext') return ''
    if (attribute(part, 'texttype') === 'text/plain') return part.text.trim()
    const { text, media } = plainTextOf(part.text)
    this.#media.push(media)
    return text
  }

  get leftOut(): string[] {
    return mediaLeftOut(this.#media)
  }
}
