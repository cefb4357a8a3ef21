/** Grades answers. Hidden tests grade code, a person grades hand-ins, and rules grade all other kinds. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { CodeProblem, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Verdict } from '@apogee/contracts/assessments/hand-ins.ts'
import { isSameValue } from '@apogee/domain/same-value.ts'
import { shareOf, type AnswerKey, type CodeTest } from './answers.rules.ts'
import { pointsForTests } from './assessments.rules.ts'
import type { CallOutcome, CodeSandbox } from './code-sandbox.ts'

export interface AnsweredQuestion {
  questionId: number
  points: number
  functionName: string | null
  key: AnswerKey
  /** Null means that the question was not answered. */
  given: GivenAnswer
  /** The points that a person gave to a hand-in; null means that it is not graded yet. */
  personPoints: number | null
  /** Grades of assignments have a verdict, and those of quizzes have none. */
  verdict: Verdict | null
}

export interface Grade {
  questionId: number
  isCorrect: boolean
  earnedPoints: number
  testsPassed: number | null
  problem: { kind: CodeProblem; message: string } | null
  /** True means that a person gave the points. */
  isByPerson?: true
}

/** Grades one answer after the other, so that an attempt uses at most one slot of the sandbox. */
export async function gradeAnswers(
  questions: readonly AnsweredQuestion[],
  sandbox: CodeSandbox,
): Promise<Grade[]> {
  const grades: Grade[] = []
  for (const question of questions) grades.push(await gradeAnswer(question, sandbox))
  return grades
}

async function gradeAnswer(question: AnsweredQuestion, sandbox: CodeSandbox): Promise<Grade> {
  const { questionId, points, functionName, key, given } = question
  if (typeof key === 'object' && 'guide' in key) {
    const earnedPoints = Math.min(points, question.personPoints ?? 0)
    const isCorrect = earnedPoints === points
    return { questionId, isCorrect, earnedPoints, testsPassed: null, problem: null, isByPerson: true }
  }
  if (!Array.isArray(key)) {
    const share = shareOf(key, given)
    // Points are rounded down. A billionth is added first, because the share may be slightly too small: three times a third must
    // give all points.
    const earnedPoints = Math.floor(points * share + 1e-9)
    return { questionId, isCorrect: share === 1, earnedPoints, testsPassed: null, problem: null }
  }
  if (typeof given !== 'string' || given.trim() === '' || functionName === null) {
    return { questionId, isCorrect: false, earnedPoints: 0, testsPassed: 0, problem: null }
  }
  const outcomes = await sandbox.run({
    code: given,
    functionName,
    calls: key.map((test) => JSON.stringify(test.arguments)),
  })
  const problems = key.map((test, place) => problemOf(test, outcomes[place]))
  const testsPassed = problems.filter((problem) => problem === null).length
  return {
    questionId,
    isCorrect: testsPassed === key.length,
    earnedPoints: pointsForTests(points, testsPassed, key.length),
    testsPassed,
    problem: problems.find((problem) => problem !== null) ?? null,
  }
}

function problemOf(test: CodeTest, outcome: CallOutcome | undefined): Grade['problem'] {
  if (!outcome) throw new Error('the sandbox answered fewer calls than it was given')
  if (outcome.kind !== 'returned') return { kind: outcome.kind, message: printable(outcome.message) }
  const actual: unknown = outcome.json === null ? undefined : JSON.parse(outcome.json)
  return isSameValue(test.expected, actual) ? null : { kind: 'wrong', message: '' }
}

/** Removes control and direction marks from error messages of learners' code, because the messages are shown and stored. */
function printable(message: string): string {
  const plain = message.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    ' ',
  )
  return cutText(plain, 300)
}
