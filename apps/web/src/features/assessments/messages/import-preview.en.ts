import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const importPreviewMessages = defineMessages('importPreview', {
  title: (name: string) => `Import ${name}`,
  summary: (questions: number, changed: number, leftOut: number) =>
    `${counted(questions, 'question', 'questions')} can be added; ${changed} of them ${changed === 1 ? 'differs' : 'differ'} from the file. ${counted(leftOut, 'part is', 'parts are')} left out.`,
  add: (count: number) => `Add ${counted(count, 'question', 'questions')}`,
  encoding: 'Encoding of the file',
  encodingHint: 'The file does not name its encoding. Choose another one if letters below are wrong.',
  separator: 'Columns are separated by',
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  columns: 'What the columns hold',
  columnNumber: (number: number) => `Column ${number}`,
  columnNotRead: 'Not read',
  columnType: 'Kind of question',
  columnQuestion: 'Question',
  columnPoints: 'Points',
  columnRight: 'Right answers',
  columnOptions: 'Options',
  columnExplanation: 'Explanation',
  leftOut: (count: number) => `Left out: ${counted(count, 'part', 'parts')}`,
  questions: 'Questions of the file',
  points: (points: number) => counted(points, 'point', 'points'),
  pictures: (count: number) => counted(count, 'picture', 'pictures'),
  feedback: (count: number) => `feedback for ${counted(count, 'option', 'options')}`,
  right: 'Right',
  takenBack: (count: number) => `${counted(count, 'question was', 'questions were')} taken out again.`,
  takeBack: 'Take the import back',
})
