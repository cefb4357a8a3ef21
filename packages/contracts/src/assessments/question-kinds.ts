export const questionKinds = [
  'multiple-choice',
  'multiple-answers',
  'true-false',
  'short-answer',
  'numeric',
  'matching',
  'ordering',
  'coding',
  'hand-in',
] as const
export type QuestionKind = (typeof questionKinds)[number]
