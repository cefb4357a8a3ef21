/** Converts an assignment to a quiz with one question, which the learner answers by handing in a text or files. Pure functions. */
import { plainTextOf } from '@apogee/contracts/courses/html/read-html.ts'
import { linesOf } from '@apogee/contracts/courses/html/plain-lines.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { checkQuiz, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { handInLimits } from '@apogee/contracts/limits.ts'
import type { CartridgePage } from './cartridge-pages.ts'
import { pointsOf } from './cartridge-questions.ts'
import { takesFiles, type Assignment } from './cartridge-settings.ts'

const longestText = 2000

/** Nodes of these types keep their meaning in a question, which has plain text. */
const plain = new Set(['doc', 'paragraph', 'text', 'hardBreak', 'formula', 'formulaBlock', 'heading'])

/**
 * Returns the instructions as the text of a question. Null means that they contain more than plain text, so they need a lesson of
 * their own.
 */
export function asQuestion({ document, links, pictures }: CartridgePage): string | null {
  const held = JSON.parse(String(document)) as LessonDocument
  const isPlain = (node: { type: string; content?: readonly object[] | undefined }): boolean =>
    plain.has(node.type) &&
    (node.content ?? []).every((child) => 'type' in child && isPlain(child as { type: string }))
  if (links.size > 0 || pictures.length > 0 || !isPlain(held)) return null
  const text = held.content.flatMap(linesOf).join('\n').trim()
  return text.length > longestText ? null : text
}

/** The question is `instructions`, or the title if there are none. */
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
