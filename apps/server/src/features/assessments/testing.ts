/** Builds quizzes for tests. Text that only answer keys contain has the word `canary`. */
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { sql } from 'kysely'
import type { TestApp, TestPerson } from '#server/app/testing.ts'

export const canary = 'canary-4711'
/** The code passes every hidden test of the quiz. */
export const rightCode = 'const double = (numbers) => numbers.map((number) => number * 2)'

/** The questions have 10, 20 and 5 points. */
export const threeQuestions: QuizFile = {
  title: 'Three questions',
  questions: [
    {
      type: 'multiple-choice',
      question: 'Which one is red?',
      points: 10,
      options: ['Sky', 'Rust', 'Leaf'],
      answer: 'Rust',
      explanation: `Rust is. ${canary}`,
    },
    {
      type: 'coding',
      question: 'Write double(numbers).',
      points: 20,
      function: 'double',
      starterCode: 'function double(numbers) {}',
      tests: [
        { arguments: [[1, 2]], expected: [2, 4] },
        { arguments: [[]], expected: [] },
        { arguments: [[470_011]], expected: [940_022] },
        { arguments: [[-3]], expected: [-6] },
      ],
      explanation: `Map it. ${canary}`,
    },
    {
      type: 'true-false',
      question: 'Seven is prime.',
      points: 5,
      answer: true,
      explanation: `It is. ${canary}`,
    },
  ],
}

export async function makeAssessment(
  server: TestApp,
  { quiz = threeQuestions, resourceId = null }: { quiz?: QuizFile; resourceId?: number | null } = {},
): Promise<number> {
  const id = await server.database.transaction((tx) =>
    server.services.assessments.create(tx, quiz, resourceId),
  )
  if (id === null) throw new Error('the item has an assessment already')
  return id
}

/** Starts an attempt and saves these answers by the question's index. */
export async function answering(
  server: TestApp,
  as: TestPerson,
  id: number,
  answers: readonly (number | boolean | string | null)[],
): Promise<{ number: number; questionIds: number[] }> {
  const { body } = await server.call('startAttempt', { params: { id }, as })
  const { number, questions } = body.data
  for (const [place, answer] of answers.entries()) {
    const questionId = questions[place]?.id ?? 0
    if (answer !== null) {
      await server.call('saveAnswer', { params: { id, number, questionId }, body: { answer }, as })
    }
  }
  return { number, questionIds: questions.map((question) => question.id) }
}

export async function gradedEventsOf(server: TestApp, userId: number): Promise<object[]> {
  const { rows } = await sql<{ payload: object }>`
    SELECT payload FROM domain_events WHERE kind = 'attempt.graded' AND (payload->>'userId')::int = ${userId}
     ORDER BY id`.execute(server.database.kysely)
  return rows.map(({ payload }) => payload)
}
