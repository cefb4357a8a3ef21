/** Makes a quiz with one hand-in of an assignment. Pure functions. */
import { plainTextOf } from '@apogee/contracts/courses/html/read-html.ts'
import { linesOf } from '@apogee/contracts/courses/html/plain-lines.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { checkQuiz, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import type { CartridgePage } from './cartridge-pages.ts'
import { pointsOf } from './cartridge-questions.ts'
import { takesFiles, type Assignment } from './cartridge-settings.ts'

const longestText = 2000

/** A question has plain text, so these lose nothing there. */
const plain = new Set(['doc', 'paragraph', 'text', 'hardBreak', 'formula', 'formulaBlock', 'heading'])

/** Returns the instructions as the text of a question, or null when they need a lesson of their own. */
export function asQuestion({ document, links, pictures }: CartridgePage): string | null {
  const held = JSON.parse(String(document)) as LessonDocument
  const isPlain = (node: { type: string; content?: readonly object[] | undefined }): boolean =>
    plain.has(node.type) &&
    (node.content ?? []).every((child) => 'type' in child && isPlain(child as { type: string }))
  if (links.size > 0 || pictures.length > 0 || !isPlain(held)) return null
  const text = held.content.flatMap(linesOf).join('\n').trim()
  return text.length > longestText ? null : text
}

/** `instructions` is the question; without it, the title is. */
export function quizOfAssignment(
  assignment: Assignment,
  title: string,
  instructions: string | null,
): { quiz: QuizFile | null; changes: string[] } {
  const { points, changes } = pointsOf(assignment.points)
  const guide = plainTextOf(assignment.guide).text
  const isKept = guide.length <= longestText
  const read = checkQuiz({
    title,
    questions: [
      {
        type: 'hand-in',
        question: instructions || title,
        points,
        ...(takesFiles(assignment) && { files: handInLimits.files }),
        ...(guide !== '' && isKept && { guide }),
      },
    ],
  })
  return {
    quiz: 'quiz' in read ? read.quiz : null,
    changes: [...changes, ...(isKept ? [] : ['has a text for teachers that is too long for a guide'])],
  }
}
