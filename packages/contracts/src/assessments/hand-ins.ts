/** A person grades these answers (docs/decisions/quizzes.md). Points are whole numbers. */
import * as z from 'zod/mini'
import { answerOf, endpoint, idInBody, idInUrl, instant } from '../endpoint.ts'
import { handInLimits } from '../limits.ts'
import { attemptStates, handInFile, questionPicture, shownRubric } from './assessments.ts'
import { quizLimits } from './quiz-limits.ts'
import { wholeNumber } from './quiz-questions.ts'
import { limit, text } from '../texts.ts'

export const handInStates = ['waiting', 'graded'] as const
export type HandInState = (typeof handInStates)[number]

export const verdicts = ['pass', 'return'] as const
export type Verdict = (typeof verdicts)[number]

/** Describes an attempt with at least one answer that a person grades. */
export const handInSummary = z.object({
  attemptId: z.int(),
  userId: z.int(),
  /** Null means that the person has no name. */
  name: z.nullable(z.string()),
  email: z.string(),
  assessmentTitle: z.string(),
  /** The attempt's number counts from 1 for each learner. */
  number: z.int(),
  submittedAt: instant,
  gradedAt: z.nullable(instant),
  /** Holds the score in percent, 0–100. It is null until the attempt is graded. */
  percentage: z.nullable(z.int()),
  /** True means that the try was handed in after its due date. Absent otherwise. */
  isLate: z.optional(z.literal(true)),
  /** True means that a grade needs a verdict. Absent for quizzes. */
  isAssignment: z.optional(z.literal(true)),
})
export type HandInSummary = z.infer<typeof handInSummary>

export const handInGrade = z.object({
  id: z.int(),
  points: z.int(),
  comment: z.string(),
  /** Holds the index of the level of each criterion. Without a rubric, the list is absent. */
  levels: z.optional(z.array(z.int())),
  /** Grades of assignments have a verdict, and those of quizzes have none. */
  verdict: z.optional(z.enum(verdicts)),
  /** Holds the grader's name. Null means that the grader's account was erased. */
  by: z.nullable(z.string()),
  at: instant,
})
export type HandInGrade = z.infer<typeof handInGrade>

export const handInAnswer = z.object({
  questionId: z.int(),
  question: z.string(),
  picture: z.optional(questionPicture),
  /** The question gives at most this number of points. */
  points: z.int(),
  /** Holds the author's instructions for the graders. */
  guide: z.string(),
  rubric: z.optional(shownRubric),
  text: z.string(),
  files: z.array(handInFile),
  /** The newest grade is first, and only this grade counts. */
  grades: z.array(handInGrade),
})

export const handIn = z.object({
  ...handInSummary.shape,
  courseTitle: z.string(),
  assessmentId: z.int(),
  state: z.enum(attemptStates),
  passPercentage: z.nullable(z.int()),
  answers: z.array(handInAnswer),
  /** Holds the id of the newest grade, or 0 when there is none. `gradesForm.seen` sends it back. */
  seen: z.int(),
  /** Names the attempt that has waited longest among the others. Null means that no other attempt waits. */
  next: z.nullable(z.int()),
})
export type HandIn = z.infer<typeof handIn>

export const gradesForm = z.object({
  grades: z
    .array(
      z.object({
        questionId: idInBody,
        points: wholeNumber(0, 100),
        comment: text(handInLimits.comment),
        /** Answers with a rubric need one level for each criterion; `points` must be their sum. */
        levels: z.optional(z.array(z.int().check(z.minimum(0))).check(limit(quizLimits.criteria))),
      }),
    )
    .check(z.minLength(1, 'must have at least one item'), limit(quizLimits.questions)),
  /** Assignments need a verdict, and quizzes have none. After 'return', the learner may try again. */
  verdict: z.optional(z.enum(verdicts)),
  /** Sends back `seen` of the hand-in that the grader read. The server refuses the grades when somebody has graded since. */
  seen: z.int().check(z.minimum(0)),
})

const ofCourse = z.object({ id: idInUrl })
const ofAttempt = z.object({ id: idInUrl, attemptId: idInUrl })
const access = {
  kind: 'course',
  capability: 'course.seeLearnersProgress',
  course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
} as const

export const handInsEndpoints = {
  listHandIns: endpoint({
    call: 'GET /courses/:id/hand-ins',
    scope: 'people:read',
    access,
    summary:
      'Attempts with answers that a person grades, at most 100: those that wait, the longest first, or graded ones, the newest first',
    params: ofCourse,
    query: z.object({ state: z.optional(z.enum(handInStates)) }),
    answer: answerOf(
      z.object({
        courseTitle: z.string(),
        items: z.array(handInSummary),
        /** The counts of each state stop at 1,000. */
        waiting: z.int(),
        graded: z.int(),
        /** Lists at most 20 other courses of the seller in which answers wait for a grade by the caller. */
        elsewhere: z.array(z.object({ courseId: z.int(), courseTitle: z.string(), waiting: z.int() })),
      }),
    ),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  readHandIn: endpoint({
    call: 'GET /courses/:id/hand-ins/:attemptId',
    scope: 'people:read',
    access,
    summary: 'The answers of one attempt that a person grades, with their grades',
    params: ofAttempt,
    answer: answerOf(handIn),
    refusals: ['COURSE_NOT_FOUND', 'HAND_IN_NOT_FOUND'],
  }),
  gradeHandIn: endpoint({
    call: 'POST /courses/:id/hand-ins/:attemptId/grades',
    bound: { perDay: 5_000, of: 'course' },
    openToSuspended: 'Learners keep the course, and their answers wait for a grade.',
    access,
    summary: 'Grade answers of one attempt, or grade them anew; the learner is told when all are graded',
    params: ofAttempt,
    body: gradesForm,
    answer: answerOf(handIn),
    refusals: ['COURSE_NOT_FOUND', 'HAND_IN_NOT_FOUND', 'HAND_IN_GRADED'],
  }),
} as const
