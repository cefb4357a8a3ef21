/**
 * A quiz draft holds the typed text of the editor, complete or not. {@link quizOfDraft} checks it by the rules of the quiz file and
 * returns problems with the draft's own paths (docs/decisions/quizzes.md).
 */
import * as z from 'zod/mini'
import { idInBody } from '../endpoint.ts'
import { textPictureLimits } from '../limits.ts'
import { questionKinds } from './question-kinds.ts'
import { reviews } from './assessments.ts'
import type { QuizGroup } from './quiz-groups.ts'
import { cohortDatesMost, type AssignmentRule } from './assignment.ts'
import { pictureFile, wholeNumber } from './quiz-questions.ts'
import { pointsOfRubric } from './rubric-points.ts'
import { quizLimits } from './quiz-limits.ts'
import {
  checkQuiz,
  minutesOfQuiz,
  type QuizFile,
  type QuizProblem,
  type QuizQuestion,
  type Rubric,
} from './quiz-file.ts'
import { atMost, formedText, limit, oneLine } from '../texts.ts'
import { emptySettings, newQuestion, wordsOf } from './draft-parts.ts'

const typed = (most: number) => z.string().check(atMost(most))
const typedLine = (most: number) => typed(most).check(oneLine)
const some = <Item extends z.core.$ZodType>(item: Item, most: number) =>
  z.array(item).check(limit(most, `must have at most ${most} items`))

export const quizSettings = z.strictObject({
  /** Holds whole numbers as typed. '' means that the author has set none. */
  timeLimitMinutes: typedLine(20),
  passPercentage: typedLine(20),
  attemptsAllowed: typedLine(20),
  review: z.enum(reviews),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  /** Without a list, every attempt asks all questions. `draw` is stored as typed. */
  groups: z.optional(
    some(z.strictObject({ name: typedLine(quizLimits.groupName), draw: typedLine(20) }), quizLimits.groups),
  ),
  /** Assignments have these settings, and quizzes have none. Days and numbers of days are stored as typed; '' means that there is none. */
  assignment: z.optional(
    z.strictObject({
      dueOn: typedLine(20),
      dueAfterDays: typedLine(20),
      refusesLate: z.boolean(),
      cohorts: some(z.strictObject({ id: idInBody, dueOn: typedLine(20) }), cohortDatesMost),
    }),
  ),
})
export type QuizSettings = z.infer<typeof quizSettings>

/** Identifies a question of the bank and its revision. Both numbers are stored unchanged. */
export const bankOrigin = z.strictObject({
  id: idInBody,
  revision: wholeNumber(1, 2_147_483_647),
})

/** Describes a picture of a question or an option. An absent value means that there is none. */
const picture = z.optional(z.strictObject({ file: pictureFile, alt: typedLine(textPictureLimits.altLength) }))

/** A draft question holds all fields of all kinds, so that none is lost during editing. */
export const draftQuestion = z.strictObject({
  /** The key identifies the question in all versions of the quiz. */
  key: formedText(40, /^[\w-]{1,40}$/, 'must be 1 to 40 letters, digits or hyphens'),
  type: z.enum(questionKinds),
  question: typed(2000),
  /** The picture appears above the question. */
  picture,
  points: typedLine(20),
  explanation: typed(2000),
  /**
   * Holds the bank question and its revision from which this question was copied. It is absent for a question that was written
   * here.
   */
  bank: z.optional(bankOrigin),
  /** An attempt draws the question from the group of this name. Without a name, every attempt asks the question. */
  group: z.optional(typedLine(quizLimits.groupName)),
  /** Lists the options of multiple-choice and multiple-answers questions. */
  options: some(
    // Without a text, learners see only the picture.
    z.strictObject({ text: typed(500), feedback: typed(1000), isRight: z.boolean(), picture }),
    quizLimits.options,
  ),
  isTrue: z.boolean(),
  isPartial: z.boolean(),
  /** Lists the accepted spellings of a short answer. */
  accepted: some(typed(500), quizLimits.spellings),
  matchCase: z.boolean(),
  matchAccents: z.boolean(),
  matchBlanks: z.boolean(),
  /** Holds the right number as typed, for numeric questions only. */
  value: typedLine(60),
  tolerance: typedLine(60),
  pairs: some(z.strictObject({ prompt: typed(500), match: typed(500) }), quizLimits.options),
  distractors: some(typed(500), quizLimits.options),
  /** The items are in the right order. */
  items: some(typed(500), quizLimits.options),
  functionName: typedLine(60),
  starterCode: typed(4000),
  /** Arguments and expected value are JSON as typed. */
  tests: some(z.strictObject({ arguments: typed(20_000), expected: typed(20_000) }), quizLimits.tests),
  /**
   * Holds the guide for graders and the number of files, for hand-ins only. Drafts of former releases lack both. `files` is stored
   * as typed.
   */
  guide: z.optional(typed(2000)),
  files: z.optional(typedLine(20)),
  isFilesOnly: z.optional(z.boolean()),
  /** The levels' points are stored as typed. An empty list means that the grader gives points as a number. */
  rubric: z.optional(
    some(
      z.strictObject({
        criterion: typedLine(200),
        levels: some(z.strictObject({ points: typedLine(20), words: typedLine(500) }), quizLimits.levels),
      }),
      quizLimits.criteria,
    ),
  ),
})
export type DraftQuestion = z.infer<typeof draftQuestion>

export const quizDraft = z.strictObject({
  settings: quizSettings,
  questions: some(draftQuestion, quizLimits.questions).check(
    z.refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'must all be different'),
  ),
})
export type QuizDraft = z.infer<typeof quizDraft>

export function draftOfQuiz(quiz: QuizFile, keyOf: (index: number) => string): QuizDraft {
  const numberOf = (given: number | null | undefined) => String(given ?? '')
  return {
    settings: {
      timeLimitMinutes: numberOf(minutesOfQuiz(quiz)),
      passPercentage: numberOf(quiz.passPercentage),
      attemptsAllowed: numberOf(quiz.attemptsAllowed),
      review: quiz.review ?? 'answers',
      shuffleQuestions: quiz.shuffleQuestions ?? false,
      shuffleOptions: quiz.shuffleOptions ?? false,
      ...(quiz.groups && quiz.groups.length > 0 && { groups: quiz.groups.map(typedGroup) }),
      ...(quiz.assignment && { assignment: typedAssignment(quiz.assignment) }),
    },
    questions: quiz.questions.map((question, index) => draftOfQuestion(question, keyOf(index))),
  }
}

const typedGroup = ({ name, draw }: QuizGroup) => ({ name, draw: String(draw) })

export const typedAssignment = ({
  dueOn = '',
  dueAfterDays,
  late,
  cohorts = [],
}: AssignmentRule): NonNullable<QuizSettings['assignment']> => ({
  dueOn,
  dueAfterDays: String(dueAfterDays ?? ''),
  refusesLate: late === 'refused',
  cohorts,
})

function assignmentOf({
  dueOn,
  dueAfterDays,
  refusesLate,
  cohorts,
}: NonNullable<QuizSettings['assignment']>) {
  const dated = cohorts.filter((cohort) => cohort.dueOn !== '')
  return {
    ...(dueOn !== '' && { dueOn }),
    ...(dueAfterDays.trim() !== '' && { dueAfterDays: decimal(dueAfterDays) }),
    ...(refusesLate && { late: 'refused' }),
    ...(dated.length > 0 && { cohorts: dated }),
  }
}

export function draftOfQuestion(question: QuizQuestion, key: string): DraftQuestion {
  const { type } = question
  return {
    ...newQuestion(type, key),
    question: question.question,
    points: String(question.points),
    explanation: question.explanation ?? '',
    ...(question.picture && { picture: question.picture }),
    ...(question.group !== undefined && { group: question.group }),
    ...fieldsOf(question),
  }
}

function fieldsOf(question: QuizQuestion): Partial<DraftQuestion> {
  switch (question.type) {
    case 'multiple-choice':
    case 'multiple-answers': {
      const right = question.type === 'multiple-choice' ? [question.answer] : question.answers
      const options = question.options.map((text, index) => {
        const { isAlone, ...shown } = question.optionPictures?.[index] ?? {}
        return {
          text: isAlone ? '' : text,
          feedback: question.feedback?.[index] ?? '',
          isRight: right.includes(text),
          ...('file' in shown && { picture: shown }),
        }
      })
      return {
        options,
        ...(question.type === 'multiple-answers' && { isPartial: question.partial ?? false }),
      }
    }
    case 'true-false':
      return { isTrue: question.answer }
    case 'short-answer': {
      const { answers, matchCase = false, matchAccents = false, matchBlanks = false } = question
      return { accepted: answers, matchCase, matchAccents, matchBlanks }
    }
    case 'numeric': {
      const { answer, tolerance = 0 } = question
      return { value: String(answer), tolerance: tolerance === 0 ? '' : String(tolerance) }
    }
    case 'matching':
      return {
        pairs: question.pairs,
        distractors: question.distractors ?? [],
        isPartial: question.partial ?? false,
      }
    case 'ordering':
      return { items: question.items, isPartial: question.partial ?? false }
    case 'hand-in':
      return {
        guide: question.guide ?? '',
        files: String(question.files ?? 0),
        ...(question.text === false && { isFilesOnly: true }),
        ...(question.rubric && { rubric: question.rubric.map(typedCriterion) }),
      }
    case 'coding':
      return {
        functionName: question.function,
        starterCode: question.starterCode ?? '',
        tests: question.tests.map((test) => ({
          arguments: JSON.stringify(test.arguments),
          expected: JSON.stringify(test.expected),
        })),
      }
  }
}

/** Returns the quiz of a complete draft, or its problems by the draft's paths: `questions.2.options.0.text`. */
export function quizOfDraft(
  title: string,
  draft: QuizDraft,
): { quiz: QuizFile } | { problems: QuizProblem[] } {
  const { settings, questions } = draft
  const own = questions.flatMap((question, index) =>
    problemsBefore(question).map(({ path, message }) => ({ path: `questions.${index}.${path}`, message })),
  )
  const checked = checkQuiz(
    {
      title,
      timeLimitMinutes: typedNumber(settings.timeLimitMinutes) ?? null,
      passPercentage: typedNumber(settings.passPercentage),
      attemptsAllowed: typedNumber(settings.attemptsAllowed),
      review: settings.review,
      shuffleQuestions: settings.shuffleQuestions,
      shuffleOptions: settings.shuffleOptions,
      groups: settings.groups?.map(({ name, draw }) => ({ name, draw: decimal(draw) })),
      assignment: settings.assignment && assignmentOf(settings.assignment),
      questions: questions.map(fileQuestionOf),
    },
    500,
  )
  if (own.length === 0 && 'quiz' in checked) return checked
  const known = new Set(own.map(({ path }) => path))
  const further = ('problems' in checked ? checked.problems : [])
    .map(({ path, message }) => ({ path: draftPath(path, questions), message }))
    .filter(({ path }) => !known.has(path))
  return { problems: [...own, ...further] }
}

/** Parses a typed number. '' counts as absent. A text that is not a number gives NaN, which the check of the quiz file refuses. */
const typedNumber = (text: string): number | undefined => (text.trim() === '' ? undefined : decimal(text))

/** Parses a typed number with a decimal point or comma; returns NaN for anything else. */
export const decimal = (text: string): number => {
  const plain = text.trim().replace('\u2212', '-').replace(',', '.')
  return /^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN
}

/**
 * Returns the problems that the check of the quiz file cannot name: a wrong number of options marked as right, arguments that are
 * no JSON list, and JSON that is invalid or cannot be stored.
 */
function problemsBefore(question: DraftQuestion): QuizProblem[] {
  const right = question.options.filter(({ isRight }) => isRight).length
  if (question.type === 'multiple-choice' && right !== 1)
    return [{ path: 'options', message: 'must have one right option' }]
  if (question.type === 'multiple-answers' && right === 0)
    return [{ path: 'options', message: 'must have a right option' }]
  if (question.type !== 'coding') return []
  return question.tests.flatMap((test, index) => [
    ...(Array.isArray(jsonOf(test.arguments))
      ? []
      : [{ path: `tests.${index}.arguments`, message: 'must be a list in JSON' }]),
    ...(jsonOf(test.expected) === undefined
      ? [{ path: `tests.${index}.expected`, message: 'must be JSON' }]
      : []),
  ])
}

/**
 * Returns undefined also for JSON with U+0000 or half of a surrogate pair, written as `\u0000`, because the database stores
 * neither.
 */
function jsonOf(text: string): unknown {
  const isStorable = (part: unknown) =>
    typeof part !== 'string' || (part.isWellFormed() && !part.includes('\0'))
  let isKept = true
  try {
    const value: unknown = JSON.parse(text, (key, part: unknown) => {
      isKept &&= isStorable(key) && isStorable(part)
      return part
    })
    return isKept ? value : undefined
  } catch {
    return undefined
  }
}

function fileQuestionOf(question: DraftQuestion): object {
  const { type, options } = question
  const explanation = question.explanation.trim() === '' ? undefined : question.explanation
  const every = {
    type,
    question: question.question,
    picture: question.picture,
    points: decimal(question.points),
    explanation,
    group: question.group,
  }
  const texts = options.map(wordsOf)
  const hasFeedback = options.some(({ feedback }) => feedback.trim() !== '')
  const choice = {
    options: texts,
    feedback: hasFeedback ? options.map(({ feedback }) => feedback) : undefined,
    optionPictures: options.some((option) => option.picture) ? options.map(filePicture) : undefined,
  }
  const right = options.flatMap(({ isRight }, index) => (isRight ? [texts[index] ?? ''] : []))
  const partial = question.isPartial || undefined
  switch (type) {
    case 'multiple-choice':
      return { ...every, ...choice, answer: right[0] ?? '' }
    case 'multiple-answers':
      return { ...every, ...choice, answers: right, partial }
    case 'true-false':
      return { ...every, answer: question.isTrue }
    case 'short-answer':
      return {
        ...every,
        answers: question.accepted,
        matchCase: question.matchCase || undefined,

        matchAccents: question.matchAccents || undefined,
        matchBlanks: question.matchBlanks || undefined,
      }
    case 'numeric':
      return { ...every, answer: decimal(question.value), tolerance: typedNumber(question.tolerance) }
    case 'matching':
      return {
        ...every,
        pairs: question.pairs,
        partial,
        distractors: question.distractors.length > 0 ? question.distractors : undefined,
      }
    case 'ordering':
      return { ...every, items: question.items, partial }
    case 'hand-in': {
      const { guide = '', files = '', isFilesOnly = false, rubric = [] } = question
      const criteria = rubric.map(({ criterion, levels }) => ({
        criterion,
        levels: levels.map(({ points, words }) => ({ points: decimal(points), words })),
      }))
      return {
        ...every,
        guide: guide.trim() === '' ? undefined : guide,
        files: typedNumber(files),
        text: isFilesOnly ? false : undefined,
        ...(criteria.length > 0 && { rubric: criteria, points: pointsOfRubric(criteria) }),
      }
    }
    case 'coding':
      return {
        ...every,
        function: question.functionName,
        starterCode: question.starterCode === '' ? undefined : question.starterCode,
        tests: question.tests.map((test) => ({
          arguments: jsonOf(test.arguments) ?? [],
          expected: jsonOf(test.expected) ?? null,
        })),
      }
  }
}

type TypedCriterion = NonNullable<DraftQuestion['rubric']>[number]

const typedCriterion = ({ criterion, levels }: Rubric[number]): TypedCriterion => ({
  criterion,
  levels: levels.map(({ points, words }) => ({ points: String(points), words })),
})

const filePicture = ({ text, picture: shown }: DraftQuestion['options'][number]) =>
  shown ? { ...shown, ...(text.trim() === '' && { isAlone: true }) } : null

const draftFields: Partial<Record<DraftQuestion['type'], Readonly<Record<string, string>>>> = {
  'multiple-choice': { answer: 'options', feedback: 'options', optionPictures: 'options' },
  'multiple-answers': { answers: 'options', feedback: 'options', optionPictures: 'options' },
  'short-answer': { answers: 'accepted' },
  numeric: { answer: 'value' },
  coding: { function: 'functionName' },
}

function draftPath(path: string, questions: readonly DraftQuestion[]): string {
  const [first = '', index, field, ...rest] = path.split('.')
  if (first !== 'questions')
    return first in emptySettings || first === 'groups' || first === 'assignment' ? `settings.${path}` : path
  const type = questions[Number(index)]?.type
  if (index === undefined || field === undefined || !type) return path
  const renamed = draftFields[type]?.[field] ?? field
  const isOption = renamed === 'options' && rest.length > 0
  const end = isOption ? optionPath(field, rest, questions[Number(index)]) : rest
  // The editor has one field for all arguments of a test and one for the expected value, so the path ends there.
  const kept = renamed === 'tests' ? end.slice(0, 2) : end
  return [first, index, renamed, ...kept].join('.')
}

/**
 * Returns the path of an option's field in the draft. The description of a picture that stands alone is the words of its option.
 */
function optionPath(
  field: string,
  [place = '', ...rest]: string[],
  question: DraftQuestion | undefined,
): string[] {
  if (field === 'optionPictures') return [place, 'picture', ...rest]
  if (field === 'feedback') return [place, 'feedback']
  const option = question?.options[Number(place)]
  return option?.picture && option.text.trim() === '' ? [place, 'picture', 'alt'] : [place, 'text']
}
