/**
 * The quiz file is one JSON document that defines an assessment (docs/decisions/quizzes.md). Authors write it by hand, so every
 * problem names its path: `questions.2.answer: must be one of the options`.
 */
import { NestedTooDeeply, parseNestedJson } from '@apogee/domain/nested-json.ts'
import * as z from 'zod/mini'
import { titleMaxLength } from '../limits.ts'
import { reviews } from './assessments.ts'
import { assignmentRule, refuseAssignment } from './assignment.ts'
import { quizGroups, refuseGroups } from './quiz-groups.ts'
import { quizLimits } from './quiz-limits.ts'
import { quizQuestions, quizText, wholeNumber } from './quiz-questions.ts'

export type { OptionPictures, QuizPicture, QuizQuestion, Rubric } from './quiz-questions.ts'

export const quizFileMaxBytes = 262_144

const quizFields = z.strictObject({
  title: quizText(titleMaxLength),
  /** Null means no time limit. Without a value, the time limit is 60 minutes. */
  timeLimitMinutes: z.optional(z.nullable(wholeNumber(1, 480))),
  /** Says what learners see after submitting. Without a value, the review is 'answers'. */
  review: z.optional(z.enum(reviews, 'must be score, marks or answers')),
  /** Holds the lowest percentage that completes the quiz. Without a value, submitting completes the quiz. */
  passPercentage: z.optional(wholeNumber(1, 100)),
  /** Limits the attempts of each learner. Without a value, there is no limit. */
  attemptsAllowed: z.optional(wholeNumber(1, 20)),
  /** True gives each attempt an order of its own. Without a value, the questions keep the written order. */
  shuffleQuestions: z.optional(z.boolean('must be true or false')),
  shuffleOptions: z.optional(z.boolean('must be true or false')),
  /** An attempt asks `draw` questions of each group. */
  groups: z.optional(quizGroups),
  /** Makes the quiz an assignment: it has one question, which a person grades. */
  assignment: z.optional(assignmentRule),
  questions: quizQuestions,
})
export const quizFile = quizFields.check(({ value, issues }) => {
  for (const issue of [...refuseGroups(value), ...refuseAssignment(value)])
    issues.push({ ...issue, input: value })
})
export type QuizFile = z.infer<typeof quizFile>

const usualMinutes = 60

/**
 * Returns the time limit in minutes (docs/specification.md#9-business-constants-and-limits). Null means no limit. Assignments have
 * none.
 */
export const minutesOfQuiz = ({
  timeLimitMinutes,
  assignment,
}: Pick<QuizFile, 'timeLimitMinutes' | 'assignment'>): number | null => {
  if (assignment) return null
  return timeLimitMinutes === undefined ? usualMinutes : timeLimitMinutes
}

export interface QuizProblem {
  /** Holds a dotted path. '' means the file itself. */
  path: string
  message: string
}

/** This message refuses a picture in a quiz file. The editor and imports of archives are the exceptions that read pictures. */
export const pictureAlone = 'is read by the quiz editor only: add a quiz, open it and import the file there'

/**
 * Parses a quiz file. Returns its problems in file order, at most ten. With `namesPictures` questions may name uploaded pictures,
 * as in archives of courses.
 */
export function readQuizFile(
  content: string,
  { namesPictures = false } = {},
): { quiz: QuizFile } | { problems: QuizProblem[] } {
  const parsed = jsonIn(content)
  if ('problems' in parsed) return parsed
  const { given } = parsed
  if (holdsNul(content)) return { problems: [{ path: '', message: 'must not contain \\u0000' }] }
  const pictured = namesPictures ? [] : placesOfPictures(given)
  if (pictured.length > 0)
    return { problems: pictured.slice(0, 10).map((path) => ({ path, message: pictureAlone })) }
  return checkQuiz(given)
}

/**
 * Parses a quiz file as `readQuizFile` does, but leaves out each question with problems of its own, unless no question is left.
 * `kept` holds the indexes of the remaining questions in the file, from 0.
 */
export function readQuizInParts(
  content: string,
  options: { namesPictures?: boolean } = {},
): { quiz: QuizFile; leftOut: QuizProblem[]; kept: number[] } | { problems: QuizProblem[] } {
  const whole = readQuizFile(content, options)
  if ('quiz' in whole) return { ...whole, leftOut: [], kept: [...whole.quiz.questions.keys()] }
  const { given } = { given: undefined, ...jsonIn(content) }
  const questions = valueAt(given, ['questions'])
  if (!Array.isArray(questions)) return whole
  const kept: number[] = []
  const leftOut: QuizProblem[] = []
  for (const [index, question] of questions.entries()) {
    const alone = JSON.stringify({ title: 'quiz', questions: [question] })
    const found = kept.length < quizLimits.questions ? readQuizFile(alone, options) : tooMany
    if ('quiz' in found) kept.push(index)
    else
      for (const { path, message } of found.problems.slice(0, 3))
        leftOut.push({ path: path.replace(/^questions\.0|^questions$/, `questions.${index}`), message })
  }
  const right = kept.map((index) => questions[index] as unknown)
  const rest = readQuizFile(JSON.stringify({ ...(given as object), questions: right }), options)
  return kept.length > 0 && 'quiz' in rest ? { ...rest, leftOut, kept } : whole
}

const tooMany = {
  problems: [{ path: 'questions', message: `must have at most ${quizLimits.questions} items` }],
}

function jsonIn(content: string): { given: unknown } | { problems: QuizProblem[] } {
  try {
    return { given: parseNestedJson(content.replace(/^\uFEFF/, '').toWellFormed()) }
  } catch (error) {
    if (error instanceof NestedTooDeeply) return { problems: [{ path: '', message: error.message }] }
    const reason = error instanceof Error ? error.message : 'unexpected end'
    return { problems: [{ path: '', message: `is not JSON: ${reason.slice(0, 200)}` }] }
  }
}

function placesOfPictures(given: unknown): string[] {
  const questions = valueAt(given, ['questions'])
  if (!Array.isArray(questions)) return []
  return questions.flatMap((question, index) =>
    ['picture', 'optionPictures'].flatMap((field) =>
      valueAt(question, [field]) === undefined ? [] : [`questions.${index}.${field}`],
    ),
  )
}

/** Parses a quiz; returns its problems in order, at most `most`. */
export function checkQuiz(given: unknown, most = 10): { quiz: QuizFile } | { problems: QuizProblem[] } {
  const parsed = z.safeParse(quizFile, given)
  if (parsed.success) return { quiz: parsed.data }
  const problems = parsed.error.issues.slice(0, most).map((issue) => ({
    path: issue.path.join('.'),
    message:
      issue.code === 'unrecognized_keys'
        ? `does not know ${issue.keys.join(', ')}`
        : plainMessage(issue, given),
  }))
  return { problems }
}

/** Reports a value of a wrong type. A value that is not there is reported as missing. */
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

/** The import dialog offers this example for download. */
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
