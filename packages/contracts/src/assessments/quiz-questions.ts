/** Defines the kinds of questions in a quiz file (docs/decisions/quizzes.md). Every problem is named by its path. */
import * as z from 'zod/mini'
import { handInLimits, textPictureLimits } from '../limits.ts'
import { atMost, composed, limit, oneLine, required } from '../texts.ts'
import { quizLimits } from './quiz-limits.ts'
import { pointsOfRubric } from './rubric-points.ts'

const depthMost = 20

export const quizText = (max: number) =>
  z.string('must be text').check(z.trim(), atMost(max), required('must not be empty'), composed)

export const quizLine = (max: number) => quizText(max).check(oneLine)

export const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message))
}

const yesOrNo = z.optional(z.boolean('must be true or false'))

const list = (most: number, least = 1) =>
  z
    .array(quizText(500), 'must be a list of text values')
    .check(
      z.minLength(least, least === 2 ? 'must have at least two items' : 'must have at least one item'),
      limit(most, `must have at most ${most} items`),
    )

const notUploaded = 'must be the id of an uploaded picture'
/** Holds the last part of an upload's address, `/media/{file}`. */
export const pictureFile = z
  .string(notUploaded)
  .check(limit(22, notUploaded), z.regex(/^[A-Za-z0-9_-]{22}$/, notUploaded))

/** `alt` describes the picture for people who do not see it. */
const picture = { file: pictureFile, alt: quizLine(textPictureLimits.altLength) }

const everyQuestion = {
  question: quizText(2000),
  /** The picture appears above the question. */
  picture: z.optional(z.strictObject(picture, 'must be a picture')),
  points: wholeNumber(1, 100),
  /** The explanation appears after grading. */
  explanation: z.optional(quizText(2000)),
  /** An attempt draws the question from this group. Without a group, every attempt asks the question. */
  group: z.optional(quizLine(quizLimits.groupName)),
}

/**
 * Describes an option's picture, or null. `isAlone` means that only the picture is visible. The option's text then describes the
 * picture.
 */
const optionPicture = z.nullable(
  z.strictObject({ ...picture, isAlone: z.optional(z.literal(true, 'must be true')) }, 'must be a picture'),
)

const options = {
  options: list(quizLimits.options, 2),
  /** The list has one entry per option; null means no picture. */
  optionPictures: z.optional(z.array(optionPicture, 'must be a list of pictures')),
  /** After grading, learners who chose an option see its text here. '' means no feedback. */
  feedback: z.optional(
    z.array(z.string('must be text').check(z.trim(), atMost(1000)), 'must be a list of text values'),
  ),
}

interface Problems {
  issues: { push: (issue: { code: 'custom'; input: unknown; path: string[]; message: string }) => unknown }
}

const refuseValue = ({ issues }: Problems, field: string, input: unknown, message: string) =>
  issues.push({ code: 'custom', input, path: [field], message })

const areDifferent = (texts: readonly string[]): boolean => new Set(texts).size === texts.length

function checkOptions(
  problems: Problems,
  {
    options: texts,
    feedback,
    optionPictures,
  }: { options: string[]; feedback?: string[] | undefined; optionPictures?: unknown[] | undefined },
): void {
  if (!areDifferent(texts)) refuseValue(problems, 'options', texts, 'must all be different')
  if (feedback && feedback.length > texts.length)
    refuseValue(problems, 'feedback', feedback, 'must have one item for each option')
  if (optionPictures && optionPictures.length > texts.length)
    refuseValue(problems, 'optionPictures', optionPictures, 'must have one item for each option')
}

const multipleChoice = z
  .strictObject({
    ...everyQuestion,
    type: z.literal('multiple-choice'),
    ...options,
    /** Holds the text of the right option. */
    answer: quizText(500),
  })
  .check((given) => {
    checkOptions(given, given.value)
    if (!given.value.options.includes(given.value.answer))
      refuseValue(given, 'answer', given.value.answer, 'must be one of the options')
  })

const multipleAnswers = z
  .strictObject({
    ...everyQuestion,
    type: z.literal('multiple-answers'),
    ...options,
    /** Lists the texts of the right options. */
    answers: list(quizLimits.options),
    /** True gives a part of the points for a part of the right options. Without a value, an answer gets all points or none. */
    partial: yesOrNo,
  })
  .check((given) => {
    checkOptions(given, given.value)
    const { answers } = given.value
    if (!areDifferent(answers)) refuseValue(given, 'answers', answers, 'must all be different')
    if (answers.some((answer) => !given.value.options.includes(answer)))
      refuseValue(given, 'answers', answers, 'must be among the options')
  })

const trueFalse = z.strictObject({
  ...everyQuestion,
  type: z.literal('true-false'),
  answer: z.boolean('must be true or false'),
})

const shortAnswer = z.strictObject({
  ...everyQuestion,
  type: z.literal('short-answer'),
  /** Lists the accepted spellings. Learners see the first one as the right answer. */
  answers: list(quizLimits.spellings),
  /**
   * Each of these values makes one difference count. Without it, answers that differ only in capitals, accents or blanks are equal.
   */
  matchCase: yesOrNo,
  matchAccents: yesOrNo,
  matchBlanks: yesOrNo,
})

const number = (message: string) =>
  z.number(message).check(z.minimum(-1e15, message), z.maximum(1e15, message))

const numeric = z.strictObject({
  ...everyQuestion,
  type: z.literal('numeric'),
  answer: number('must be a number'),
  /** An answer may differ from the right one by this value. Without a value, it must be equal. */
  tolerance: z.optional(number('must be a number from 0').check(z.minimum(0, 'must be a number from 0'))),
})

const matching = z
  .strictObject({
    ...everyQuestion,
    type: z.literal('matching'),
    pairs: z
      .array(z.strictObject({ prompt: quizText(500), match: quizText(500) }), 'must be a list of pairs')
      .check(
        z.minLength(2, 'must have at least two items'),
        limit(quizLimits.options, `must have at most ${quizLimits.options} items`),
      ),
    /** The distractors are additional choices that match nothing. */
    distractors: z.optional(list(quizLimits.options, 0)),
    partial: yesOrNo,
  })
  .check((given) => {
    const { pairs, distractors = [] } = given.value
    if (!areDifferent(pairs.map(({ prompt }) => prompt)))
      refuseValue(given, 'pairs', pairs, 'must all be different')
    if (distractors.some((text) => pairs.some(({ match }) => match === text)) || !areDifferent(distractors))
      refuseValue(given, 'distractors', distractors, 'must all be different')
  })

const ordering = z
  .strictObject({
    ...everyQuestion,
    type: z.literal('ordering'),
    /** The items are in the right order. */
    items: list(quizLimits.options, 2),
    partial: yesOrNo,
  })
  .check((given) => {
    const { items } = given.value
    if (!areDifferent(items)) refuseValue(given, 'items', items, 'must all be different')
  })

/** JSON has no depth limit, so this check adds one: deeper values would fail when they are compared or stored. */
const plainValue = z
  .unknown()
  .check(z.refine((value) => depthOf(value) <= depthMost, `must be nested at most ${depthMost} levels deep`))

const notFunction = 'must be the name of a function'

const coding = z.strictObject({
  ...everyQuestion,
  type: z.literal('coding'),
  /** Learners write the JavaScript function of this name. */
  function: z
    .string(notFunction)
    .check(limit(60, notFunction), z.regex(/^[A-Za-z_$][\w$]{0,59}$/, notFunction)),
  starterCode: z.optional(z.string('must be text').check(atMost(4000))),
  /** Each hidden case holds the arguments of the call and the value that it must return. */
  tests: z
    .array(
      z.strictObject({
        arguments: z.array(plainValue, 'must be a list').check(limit(10, 'must have at most 10 items')),
        expected: plainValue.check(z.refine((value) => value !== undefined, 'is required')),
      }),
      'must be a list of tests',
    )
    .check(
      z.minLength(1, 'must have at least one item'),
      limit(quizLimits.tests, `must have at most ${quizLimits.tests} items`),
    ),
})

/** Lists what a grader looks at. Each criterion has levels in words, and the grader chooses one of them. */
const rubric = z
  .array(
    z.strictObject({
      criterion: quizLine(200),
      levels: z
        .array(
          z.strictObject({ points: wholeNumber(0, 100), words: quizLine(500) }, 'must be a level'),
          'must be a list of levels',
        )
        .check(
          z.minLength(2, 'must have at least two items'),
          limit(quizLimits.levels, `must have at most ${quizLimits.levels} items`),
        ),
    }),
    'must be a list of criteria',
  )
  .check(
    z.minLength(1, 'must have at least one item'),
    limit(quizLimits.criteria, `must have at most ${quizLimits.criteria} items`),
  )
export type Rubric = z.infer<typeof rubric>

const handIn = z
  .strictObject({
    ...everyQuestion,
    type: z.literal('hand-in'),
    /** The guide tells graders what a good answer contains. Learners do not see it. */
    guide: z.optional(quizText(2000)),
    /** An answer may have this number of files. Without a value, the answer is a text only. */
    files: z.optional(wholeNumber(0, handInLimits.files)),
    /** False means that the answer consists of files only. */
    text: yesOrNo,
    /** Learners see the rubric before they answer. Without one, the grader gives points as a number. */
    rubric: z.optional(rubric),
  })
  .check((given) => {
    const { points, files = 0, text = true, rubric: criteria } = given.value
    if (criteria && pointsOfRubric(criteria) !== points)
      refuseValue(given, 'points', points, 'must be the sum of the best levels')
    if (!text && files === 0)
      refuseValue(given, 'files', files, `must be a whole number from 1 to ${handInLimits.files}`)
  })

export const quizQuestions = z
  .array(
    z.discriminatedUnion(
      'type',
      [multipleChoice, multipleAnswers, trueFalse, shortAnswer, numeric, matching, ordering, coding, handIn],
      {
        error:
          'must be multiple-choice, multiple-answers, true-false, short-answer, numeric, matching, ordering, coding or hand-in',
      },
    ),
    'must be a list of questions',
  )
  .check(
    z.minLength(1, 'must have at least one item'),
    limit(quizLimits.questions, `must have at most ${quizLimits.questions} items`),
    z.refine(
      (all) => all.filter(({ type }) => type === 'coding').length <= quizLimits.codingQuestions,
      `may hold at most ${quizLimits.codingQuestions} coding questions`,
    ),
  )
export type QuizQuestion = z.infer<typeof quizQuestions>[number]
export type QuizPicture = NonNullable<QuizQuestion['picture']>
/** The list has one entry per option; null means that the option has no picture. */
export type OptionPictures = z.infer<typeof optionPicture>[]

function depthOf(value: unknown): number {
  let level = [value]
  let depth = 0
  while (level.length > 0 && depth <= depthMost) {
    depth += 1
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return depth
}
