import type { QuestionKind } from '@apogee/contracts/assessments/question-kinds.ts'
import type { quizEditorMessages } from '../messages/quiz-editor.en.ts'

/** The names of the kinds among the editor's texts. */
export const kindTexts = {
  'multiple-choice': 'kindChoice',
  'multiple-answers': 'kindAnswers',
  'true-false': 'kindTrueFalse',
  'short-answer': 'kindShort',
  numeric: 'kindNumeric',
  matching: 'kindMatching',
  ordering: 'kindOrdering',
  coding: 'kindCoding',
  'hand-in': 'kindHandIn',
} as const satisfies Record<QuestionKind, keyof (typeof quizEditorMessages)['texts']>
