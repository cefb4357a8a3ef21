/** Grades an answer to one question that an importer produced, for tests. */
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import { shareOf } from './answers.rules.ts'
import { questionsOf } from './questions.rules.ts'

/** Returns the earned share of the points. Choices and matches may be given by their texts instead of their indexes. */
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
