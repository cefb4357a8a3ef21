/**
 * The quiz file: one JSON document that defines an assessment (docs/decisions/assessments.md). Authors write it by
 * hand, so every problem names its path: `questions.2.answer: must be one of the options`.
 */
import * as z from 'zod/mini'
import { titleMaxLength, tooLong } from '../limits.ts'
import { reviews } from './assessments.ts'

export const quizFileMaxBytes = 262_144
export const quizLimits = { questions: 100, options: 10, tests: 20, codingQuestions: 5 } as const
const depthMost = 20

const text = (max: number) =>
  z
    .string('must be text')
    .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(max, tooLong(max)))

const points = z
  .int('must be a whole number from 1 to 100')
  .check(
    z.minimum(1, 'must be a whole number from 1 to 100'),
    z.maximum(100, 'must be a whole number from 1 to 100'),
  )

const everyQuestion = {
  question: text(2000),
  points,
  /** Shown after grading. */
  explanation: z.optional(text(2000)),
}

const multipleChoice = z
  .strictObject({
    ...everyQuestion,
    type: z.literal('multiple-choice'),
    options: z
      .array(text(500), 'must be a list of text values')
      .check(
        z.minLength(2, 'must have at least two items'),
        z.maxLength(quizLimits.options, `must have at most ${quizLimits.options} items`),
      ),
    /** The text of the right option. */
    answer: text(500),
  })
  .check((given) => {
    const { options, answer } = given.value
    if (new Set(options).size < options.length)
      given.issues.push({
        code: 'custom',
        input: options,
        path: ['options'],
        message: 'must all be different',
      })
    if (!options.includes(answer))
      given.issues.push({
        code: 'custom',
        input: answer,
        path: ['answer'],
        message: 'must be one of the options',
      })
  })

const trueFalse = z.strictObject({
  ...everyQuestion,
  type: z.literal('true-false'),
  answer: z.boolean('must be true or false'),
})

/** JSON has no depth limit of its own; comparing and storing these values does. */
const plainValue = z
  .unknown()
  .check(z.refine((value) => depthOf(value) <= depthMost, `must be nested at most ${depthMost} levels deep`))

const coding = z.strictObject({
  ...everyQuestion,
  type: z.literal('coding'),
  /** The name of the JavaScript function that learners write. */
  function: z
    .string('must be the name of a function')
    .check(z.regex(/^[A-Za-z_$][\w$]{0,59}$/, 'must be the name of a function')),
  starterCode: z.optional(z.string('must be text').check(z.maxLength(4000, tooLong(4000)))),
  /** Hidden cases: the arguments of the call and the value it must return. */
  tests: z
    .array(
      z.strictObject({
        arguments: z.array(plainValue, 'must be a list').check(z.maxLength(10, 'must have at most 10 items')),
        expected: plainValue.check(z.refine((value) => value !== undefined, 'is required')),
      }),
      'must be a list of tests',
    )
    .check(
      z.minLength(1, 'must have at least one item'),
      z.maxLength(quizLimits.tests, `must have at most ${quizLimits.tests} items`),
    ),
})

export const quizFile = z.strictObject({
  title: text(titleMaxLength),
  /** 60 when absent. */
  timeLimitMinutes: z.optional(
    z
      .int('must be a whole number from 1 to 480')
      .check(
        z.minimum(1, 'must be a whole number from 1 to 480'),
        z.maximum(480, 'must be a whole number from 1 to 480'),
      ),
  ),
  /** What learners see after submitting; 'answers' when absent. */
  review: z.optional(z.enum(reviews, 'must be score, marks or answers')),
  /** The least percentage that completes the quiz; absent: submitting completes it. */
  passPercentage: z.optional(
    z
      .int('must be a whole number from 1 to 100')
      .check(
        z.minimum(1, 'must be a whole number from 1 to 100'),
        z.maximum(100, 'must be a whole number from 1 to 100'),
      ),
  ),
  questions: z
    .array(
      z.discriminatedUnion('type', [multipleChoice, trueFalse, coding], {
        error: 'must be multiple-choice, true-false or coding',
      }),
      'must be a list of questions',
    )
    .check(
      z.minLength(1, 'must have at least one item'),
      z.maxLength(quizLimits.questions, `must have at most ${quizLimits.questions} items`),
      z.refine(
        (all) => all.filter(({ type }) => type === 'coding').length <= quizLimits.codingQuestions,
        `may hold at most ${quizLimits.codingQuestions} coding questions`,
      ),
    ),
})
export type QuizFile = z.infer<typeof quizFile>
export type QuizQuestion = QuizFile['questions'][number]

export interface QuizProblem {
  /** Dotted path; '' is the file itself. */
  path: string
  message: string
}

/** Parses a quiz file. Returns its problems in the order of the file, at most ten. */
export function readQuizFile(content: string): { quiz: QuizFile } | { problems: QuizProblem[] } {
  let given: unknown
  try {
    given = JSON.parse(content.replace(/^\uFEFF/, '').toWellFormed())
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unexpected end'
    return { problems: [{ path: '', message: `is not JSON: ${reason.slice(0, 200)}` }] }
  }
  if (holdsNul(content)) return { problems: [{ path: '', message: 'must not contain \\u0000' }] }
  const parsed = z.safeParse(quizFile, given)
  if (parsed.success) return { quiz: parsed.data }
  const problems = parsed.error.issues.slice(0, 10).map((issue) => ({
    path: issue.path.join('.'),
    message:
      issue.code === 'unrecognized_keys'
        ? `does not know ${issue.keys.join(', ')}`
        : plainMessage(issue, given),
  }))
  return { problems }
}

/** Names a missing value as missing. */
function plainMessage(
  { code, message, path }: { code: string; message: string; path: PropertyKey[] },
  given: unknown,
): string {
  if (code !== 'invalid_type') return message
  if (path.length === 0) return 'must be an object with title and questions'
  return valueAt(given, path) === undefined ? 'is missing' : message
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    given,
  )

/** PostgreSQL stores no NUL in text, literal or escaped. */
const holdsNul = (content: string) => content.includes('\0') || /\\u0000/.test(content)

function depthOf(value: unknown): number {
  let level = [value]
  let depth = 0
  while (level.length > 0 && depth <= depthMost) {
    depth += 1
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return depth
}

/** The example that the dialog offers to download. */
export const quizExample: QuizFile = {
  title: 'Orbits: what stayed with you',
  timeLimitMinutes: 20,
  review: 'answers',
  passPercentage: 60,
  questions: [
    {
      type: 'multiple-choice',
      question: 'Where in its orbit is a satellite slowest?',
      points: 10,
      options: ['At perigee', 'At apogee', 'It is equally fast everywhere'],
      answer: 'At apogee',
      explanation: 'It trades speed for height, so it is slowest where it is farthest.',
    },
    {
      type: 'true-false',
      question: 'A geostationary satellite stays above one place on the equator.',
      points: 5,
      answer: true,
      explanation: 'It takes one day for one round, as the Earth does.',
    },
    {
      type: 'coding',
      question: 'Write perimeter(width, height): the length of the line around a rectangle.',
      points: 20,
      function: 'perimeter',
      starterCode: 'function perimeter(width, height) {\n  \n}\n',
      tests: [
        { arguments: [2, 3], expected: 10 },
        { arguments: [0, 4], expected: 8 },
      ],
      explanation: 'Each side counts twice: 2 * (width + height).',
    },
  ],
}
