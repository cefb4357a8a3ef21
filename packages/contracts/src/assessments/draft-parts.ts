import type { QuestionKind } from './question-kinds.ts'

export const emptySettings = {
  timeLimitMinutes: '',
  passPercentage: '',
  attemptsAllowed: '',
  review: 'answers' as const,
  shuffleQuestions: false,
  shuffleOptions: false,
}
export const emptyDraft = { settings: emptySettings, questions: [] }

/** Returns the initial state of a question of this kind. */
export const newQuestion = (type: QuestionKind, key: string) => ({
  key,
  type,
  question: '',
  points: '10',
  explanation: '',
  options: [blankOption, blankOption],
  isTrue: true,
  isPartial: false,
  accepted: [''],
  matchCase: false,
  matchAccents: false,
  matchBlanks: false,
  value: '',
  tolerance: '',
  distractors: [],
  pairs: [blankPair, blankPair],
  items: ['', ''],
  functionName: '',
  starterCode: '',
  tests: [{ arguments: '[]', expected: '' }],
})

export const blankOption = { text: '', feedback: '', isRight: false }
export const blankPair = { prompt: '', match: '' }

interface Worded {
  text: string
  picture?: { alt: string } | undefined
}

/** Returns the words that name an option in files, answers and figures: its text or its picture's description. */
export const wordsOf = ({ text, picture: shown }: Worded): string => text.trim() || (shown?.alt.trim() ?? '')
