import type { DraftQuestion, QuizDraft, QuizSettings } from './quiz-draft.ts'

export const emptySettings: QuizSettings = {
  timeLimitMinutes: '',
  passPercentage: '',
  attemptsAllowed: '',
  review: 'answers',
  shuffleQuestions: false,
  shuffleOptions: false,
}
export const emptyDraft: QuizDraft = { settings: emptySettings, questions: [] }

/** Returns the initial state of a question of this kind. */
export const newQuestion = (type: DraftQuestion['type'], key: string): DraftQuestion => ({
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

/** Returns the words that name an option in files, answers and figures: its text or its picture's description. */
export const wordsOf = ({ text, picture: shown }: DraftQuestion['options'][number]): string =>
  text.trim() || (shown?.alt.trim() ?? '')
