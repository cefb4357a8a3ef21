export const quizLimits = {
  questions: 100,
  options: 10,
  spellings: 20,
  tests: 20,
  codingQuestions: 5,
  groups: 20,
  groupName: 60,
  criteria: 10,
  levels: 6,
} as const
