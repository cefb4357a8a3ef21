/** Grades one written question, for tests of importers. */
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { shareOf } from './answers.rules.ts'
import { questionsOf } from './questions.rules.ts'

/** Returns the earned share of an answer; choices and matches may be given by their words. */
export function earnedShare(question: QuizQuestion, given: GivenAnswer | { words: string[] }): number {
  const [stored] = questionsOf({ title: 'x', questions: [question] })
  if (!stored) throw new Error('a question is stored')
  const { key, options } = stored
  if (Array.isArray(key) || (typeof key === 'object' && 'guide' in key))
    throw new Error('a person or tests grade this question')
  if (given === null || typeof given !== 'object' || !('words' in given)) return shareOf(key, given)
  const indexes = given.words.map((word) => options.indexOf(word))
  return shareOf(key, question.type === 'multiple-choice' ? (indexes[0] ?? null) : indexes)
}
