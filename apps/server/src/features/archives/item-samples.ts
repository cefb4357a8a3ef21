/** Shows what an import makes of texts and quizzes, for the preview. Pure functions. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { linesOfText } from '@apogee/domain/text/lesson-text.ts'
import type { ItemSample } from '@apogee/contracts/archives/archives.ts'
import type { QuizFile, QuizQuestion } from '@apogee/contracts/assessments/quiz-file.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'

const longestText = 200
const longestKey = 120
/** A preview shows the beginning of each quiz. */
const mostQuestions = 10

const cut = (text: string, longest: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${cutText(line, longest - 1)}…` : line
}

/** Formulas are shown as they are written, because a preview draws none. */
export const sampleOfText = (document: LessonDocument): ItemSample => ({
  text: cut(linesOfText(document, (tex) => tex).join(' '), longestText),
  questions: [],
  count: 0,
})

function keyOf(question: QuizQuestion): string {
  switch (question.type) {
    case 'multiple-choice':
      return question.answer
    case 'true-false':
      return String(question.answer)
    case 'multiple-answers':
      return question.answers.join(', ')
    case 'short-answer':
      return question.answers.join(' / ')
    case 'numeric':
      return question.tolerance ? `${question.answer} ± ${question.tolerance}` : String(question.answer)
    case 'matching':
      return question.pairs.map(({ prompt, match }) => `${prompt} → ${match}`).join(', ')
    case 'ordering':
      return question.items.join(', ')
    default:
      return ''
  }
}

export const sampleOfQuiz = ({ questions }: QuizFile): ItemSample => ({
  text: '',
  questions: questions.slice(0, mostQuestions).map((question) => ({
    type: question.type,
    question: cut(question.question, longestText),
    key: cut(keyOf(question), longestKey),
    points: question.points,
  })),
  count: questions.length,
})
