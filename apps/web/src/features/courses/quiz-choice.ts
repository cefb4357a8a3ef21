/** Parses a quiz file before the upload by the same rules as the server; they load with the first file. */
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'

export type QuizVerdict = { title: string; questions: number; points: number } | { problems: QuizProblem[] }

const format = () => import('@apogee/contracts/assessments/quiz-file.ts')

export async function readQuiz(file: File): Promise<QuizVerdict> {
  const { quizFileMaxBytes: most, readQuizFile } = await format()
  if (file.size > most) return { problems: [{ path: '', message: `must be at most ${most / 1024} kB` }] }
  const read = readQuizFile(await file.text())
  if ('problems' in read) return read
  const { title, questions } = read.quiz
  return { title, questions: questions.length, points: questions.reduce((sum, one) => sum + one.points, 0) }
}

export async function downloadQuizExample(): Promise<void> {
  const { quizExample } = await format()
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(quizExample, null, 2)}\n`], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = 'quiz-example.json'
  link.click()
  URL.revokeObjectURL(address)
}
