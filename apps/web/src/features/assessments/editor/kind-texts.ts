import type { QuestionKind } from '@apogee/contracts/assessments/assessments.ts'
import type { quizEditorMessages } from '../messages/quiz-editor.en.ts'

/** Maps each kind of question to the key of its name in the editor's dictionary. */
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
