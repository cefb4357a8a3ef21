/** Shows what an import makes of texts and quizzes, for the preview. Pure functions. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
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

/** Returns the words of a text until there are enough. */
function wordsOf(node: unknown, found: { text: string }): void {
  if (found.text.length > longestText || typeof node !== 'object' || node === null) return
  const { text, content } = node as { text?: unknown; content?: unknown }
  if (typeof text === 'string') found.text += text
  if (!Array.isArray(content)) return
  for (const child of content) wordsOf(child, found)
  found.text += ' '
}

export function sampleOfText(document: LessonDocument): ItemSample {
  const found = { text: '' }
  wordsOf(document, found)
  return { text: cut(found.text, longestText), questions: [], count: 0 }
}

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
