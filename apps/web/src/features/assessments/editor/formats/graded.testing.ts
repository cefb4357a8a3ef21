/** Grades imported questions as the server does. */
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { draftOfQuiz, quizOfDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { readQuestionFile, type ParsedQuestions } from './quiz-formats.ts'

export { earnedShare as earned } from '../../../../../../server/src/features/assessments/shares.testing.ts'

let made = 0
const key = () => `key-${(made += 1)}`

export async function readFrom(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<ParsedQuestions> {
  return readFileOf(new File([content], name))
}

export async function readFileOf(file: File): Promise<ParsedQuestions> {
  const found = await readQuestionFile(file, key)
  if ('problems' in found)
    return {
      questions: [],
      groups: [],
      pictures: [],
      origins: [],
      leftOut: found.problems,
      guesses: { encodings: [], chosen: {} },
    }
  return found
}

/** Returns the questions as they are stored. */
export function quizOf({ questions }: Pick<ParsedQuestions, 'questions'>): QuizFile['questions'] {
  const { settings } = draftOfQuiz({ title: 'x', questions: [] }, key)
  const checked = quizOfDraft('x', { settings, questions: [...questions] })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.quiz.questions
}
