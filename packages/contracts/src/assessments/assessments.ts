/** Defines assessments: timed questions, a learner's attempts and their results. Points are whole numbers; times are in seconds. */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { agoMs, answerOf, endpoint, idInUrl, instant } from '../endpoint.ts'
import { codeMaxLength, handInLimits } from '../limits.ts'
import { atMost, limit } from '../texts.ts'
import { questionKinds } from './question-kinds.ts'

/**
 * Says what a learner sees of a graded attempt. `score`: only the score. `marks`: also which answers were right. `answers`: also
 * the right answers and the explanations.
 */
export const reviews = ['score', 'marks', 'answers'] as const
export type Review = (typeof reviews)[number]

/** Says how a learner's code failed a hidden test. */
export const codeProblems = ['wrong', 'threw', 'noFunction', 'time', 'memory', 'output'] as const
export type CodeProblem = (typeof codeProblems)[number]

const place = z.int().check(z.minimum(0), z.maximum(99))

/**
 * Describes one answer to a question. Choices are indexes of options as the learner sees them: one index, or a list of the chosen
 * options, of all items in the learner's order, or of the option for each prompt. Other questions take true or false, code, a text
 * or a number. Null means unanswered.
 */
export const givenAnswer = z.nullable(
  z.union(
    [
      place,
      z.boolean(),
      z.string().check(atMost(codeMaxLength)),
      z.array(z.nullable(place)).check(z.minLength(1), limit(20)),
    ],
    'must be the number of an option, true or false, text, code, or a list of numbers',
  ),
)
export type GivenAnswer = z.infer<typeof givenAnswer>

/**
 * open: answers are accepted · grading: the attempt was submitted or its time is over · waiting: a person has to grade the hand-ins
 * · graded: the result is there
 */
export const attemptStates = ['open', 'grading', 'waiting', 'graded'] as const
export type AttemptState = (typeof attemptStates)[number]

const score = {
  /** Holds the score in percent, 0–100, rounded. It is null until the attempt is graded. */
  percentage: z.nullable(z.int()),
  earnedPoints: z.nullable(z.int()),
  totalPoints: z.int(),
}

/** Holds the lowest percentage that completes the quiz. Null means that submitting completes the quiz. */
const passPercentage = z.nullable(z.int())

/** Limits the attempts of each learner. A null or absent value means no limit. */
const attemptsAllowed = z.optional(z.nullable(z.int()))

export const attemptSummary = z.object({
  number: z.int(),
  state: z.enum(attemptStates),
  startedAt: instant,
  /** Null means that the quiz has no time limit. */
  deadline: z.nullable(instant),
  submittedAt: z.nullable(instant),
  ...score,
})
export type AttemptSummary = z.infer<typeof attemptSummary>

/** Describes the picture above a question. `url` is signed for the caller, `alt` describes the picture, and sizes are in pixels. */
export const questionPicture = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
})
export type QuestionPicture = z.infer<typeof questionPicture>

/** Describes what a person grades. The levels of a criterion stand in the order of their author. */
export const shownRubric = z.array(
  z.object({ criterion: z.string(), levels: z.array(z.object({ points: z.int(), words: z.string() })) }),
)
export type ShownRubric = z.infer<typeof shownRubric>

const handInTask = {
  /** True means that the answer consists of files only. */
  isFilesOnly: z.optional(z.literal(true)),
  rubric: z.optional(shownRubric),
}

export const assessment = z.object({
  id: z.int(),
  title: z.string(),
  /** Null means no limit. */
  timeLimitSeconds: z.nullable(z.int()),
  questionCount: z.int(),
  totalPoints: z.int(),
  review: z.enum(reviews),
  passPercentage,
  attemptsAllowed,
  /** A null or absent value means no limit. People who teach the course may always try the quiz. */
  attemptsLeft: z.optional(z.nullable(z.int())),
  /** Null means that the assessment belongs to no course. */
  lesson: z.nullable(
    z.object({
      courseId: z.int(),
      courseTitle: z.string(),
      courseContentId: z.int(),
      resourceId: z.int(),
    }),
  ),
  /** The list holds the caller's own attempts, newest first, at most 50. */
  attempts: z.array(attemptSummary),
  /** An assignment has one question, which is shown before the first try. Quizzes do not have this field. */
  assignment: z.optional(
    z.object({
      instructions: z.string(),
      picture: z.optional(questionPicture),
      filesAllowed: z.int(),
      ...handInTask,
      /** The first try is late after this time. Null means that it has no due date. */
      dueAt: z.nullable(instant),
      /** True means that learners cannot hand in a first try after `dueAt`. */
      refusesLate: z.boolean(),
    }),
  ),
})
export type Assessment = z.infer<typeof assessment>

/** Describes one file of an answer that a person grades. `url` is signed for the caller. */
export const handInFile = z.object({ url: z.string(), name: z.string(), sizeBytes: z.int() })
export type HandInFile = z.infer<typeof handInFile>

/** `isAlone` means that only the picture is visible. The option's text then describes the picture. */
export const optionPicture = z.object({ ...questionPicture.shape, isAlone: z.boolean() })
export type OptionPicture = z.infer<typeof optionPicture>

/** Describes a question as learners see it, without the right answer. */
export const question = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  question: z.string(),
  picture: z.optional(questionPicture),
  points: z.int(),
  /** Holds the options in the order of this attempt. The learner chooses, orders or matches them. */
  options: z.array(z.string()),
  /** The list has one entry per option; null means that the option has no picture. An absent list means that no option has one. */
  optionPictures: z.optional(z.array(z.nullable(optionPicture))),
  /** Matching questions have prompts; the learner chooses an option for each. */
  prompts: z.optional(z.array(z.string())),
  /** Coding questions have these fields: the editor's starting code and the function that is called. */
  starterCode: z.string(),
  functionName: z.nullable(z.string()),
  given: givenAnswer,
  /** Hand-ins have these fields: the number of files that the answer may have, and its files. */
  filesAllowed: z.optional(z.int()),
  files: z.optional(z.array(handInFile)),
  ...handInTask,
})
export type AssessmentQuestion = z.infer<typeof question>

/** Describes the right answer in the form of `givenAnswer`. It is null for code, and where the quiz does not show right answers. */
export const correctAnswer = z.nullable(z.union([z.int(), z.boolean(), z.string(), z.array(z.int())]))

export const questionResult = z.object({
  questionId: z.int(),
  isCorrect: z.boolean(),
  earnedPoints: z.int(),
  correctAnswer,
  /** Holds the author's feedback on options that the learner chose. `option` is the index of the option. */
  feedback: z.optional(z.array(z.object({ option: z.int(), text: z.string() }))),
  /** Counts the hidden tests that the code passed, and all hidden tests. */
  tests: z.nullable(z.object({ passed: z.int(), total: z.int() })),
  /** Says why the code failed the first failed test. `message` is the code's own error message, at most 300 characters. */
  problem: z.nullable(z.object({ kind: z.enum(codeProblems), message: z.string() })),
  explanation: z.string(),
  /** Holds the grader's comment on a hand-in. Other answers have none. '' means that the grader wrote none. */
  comment: z.optional(z.string()),
  /** Holds the index of the level of each criterion that the grader chose. Only hand-ins with a rubric have it. */
  levels: z.optional(z.array(z.int())),
})
export type QuestionResult = z.infer<typeof questionResult>

export const attempt = z.object({
  ...attemptSummary.shape,
  assessmentId: z.int(),
  title: z.string(),
  review: z.enum(reviews),
  passPercentage,
  /** Holds the server's time, because the browser's clock may be wrong. */
  now: instant,
  questions: z.array(question),
  /** The list is empty until the attempt is graded. If the quiz's review is `score`, the list holds only hand-ins. */
  results: z.array(questionResult),
})
export type Attempt = z.infer<typeof attempt>

/** Describes an attempt that the caller can continue. */
export const openAttempt = z.object({
  assessmentId: z.int(),
  title: z.string(),
  /** Null means that the assessment belongs to no course. */
  courseTitle: z.nullable(z.string()),
  /** Null means that the quiz has no time limit. */
  deadline: z.nullable(instant),
})
export type OpenAttempt = z.infer<typeof openAttempt>

const ofAssessment = z.object({ id: idInUrl })
const ofAttempt = z.object({ id: idInUrl, number: idInUrl })

export const assessmentsEndpoints = {
  listOpenAttempts: endpoint({
    call: 'GET /open-attempts',
    // The store selects only the caller's own rows.
    access: signedIn,
    summary: 'The caller’s attempts under way in courses they study, the first to end first, at most 5',
    answer: answerOf(z.array(openAttempt)),
  }),
  readAssessment: endpoint({
    call: 'GET /assessments/:id',
    // An assessment may belong to no course; the service checks 'course.study' of its course.
    access: signedIn,
    summary: 'An assessment and the caller’s attempts at it',
    params: ofAssessment,
    answer: answerOf(assessment),
    refusals: ['ASSESSMENT_NOT_FOUND'],
  }),
  readResourceAssessment: endpoint({
    call: 'GET /course-resources/:id/assessment',
    access: { kind: 'course', capability: 'course.study', course: ({ params }) => ({ resource: params.id }) },
    summary: 'The assessment that a quiz item of a course holds',
    params: ofAssessment,
    answer: answerOf(assessment),
    refusals: ['RESOURCE_NOT_FOUND', 'ASSESSMENT_NOT_FOUND'],
  }),
  startAttempt: endpoint({
    call: 'POST /assessments/:id/attempts',
    bound: 'counted',
    access: signedIn,
    summary: 'Start an attempt, or go on with the open one',
    params: ofAssessment,
    answer: answerOf(attempt),
    status: 201,
    refusals: ['ASSESSMENT_NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'NO_ATTEMPTS_LEFT', 'ASSIGNMENT_CLOSED'],
  }),
  readAttempt: endpoint({
    call: 'GET /assessments/:id/attempts/:number',
    // The store selects by user, assessment and number, so another person's attempt does not exist for the caller.
    access: signedIn,
    summary: 'One of the caller’s own attempts; its results once it is graded',
    params: ofAttempt,
    answer: answerOf(attempt),
    refusals: ['ASSESSMENT_NOT_FOUND', 'ATTEMPT_NOT_FOUND'],
  }),
  saveAnswer: endpoint({
    call: 'PUT /assessments/:id/attempts/:number/answers/:questionId',
    lastWins: 'one person’s answer in one attempt; the newest is the answer',
    bound: 'parent',
    access: signedIn,
    summary: 'Keep an answer of an open attempt, unless a later one is there; null takes it back',
    params: z.object({ id: idInUrl, number: idInUrl, questionId: idInUrl }),
    body: z.object({
      answer: givenAnswer,
      agoMs,
      /** Hand-ins have files: the upload addresses of all files of the answer. An absent list leaves the files unchanged. */
      files: z.optional(z.array(z.string().check(limit(1000))).check(limit(handInLimits.files))),
    }),
    answer: answerOf(z.object({ savedAt: instant })),
    refusals: [
      ...(['ASSESSMENT_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'QUESTION_NOT_FOUND', 'ATTEMPT_OVER'] as const),
      'FILE_NOT_AN_UPLOAD',
    ],
  }),
  submitAttempt: endpoint({
    call: 'POST /assessments/:id/attempts/:number/submit',
    bound: 'parent',
    access: signedIn,
    summary: 'Hand in an attempt; grades it once, with what was saved',
    params: ofAttempt,
    answer: answerOf(attempt),
    refusals: ['ASSESSMENT_NOT_FOUND', 'ATTEMPT_NOT_FOUND', 'HAND_IN_EMPTY', 'ASSIGNMENT_CLOSED'],
  }),
} as const
