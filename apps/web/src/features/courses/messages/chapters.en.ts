import { defineMessages } from '#web/platform/language/messages.ts'

export const chaptersEditorMessages = defineMessages('chaptersEditor', {
  open: 'Chapters',
  openFor: (title: string) => `Chapters of ${title}`,
  title: (lesson: string) => `Chapters of “${lesson}”`,
  lead: 'Learners see them in the player and in the transcript, and jump to them.',
  field: 'Chapters',
  hint: 'One chapter in each line: its time, then its title. Empty: no chapters.',
  example: '0:00 What an orbit is\n1:35 Why it does not fall',
  noTime: (line: number) => `Line ${line}: start with a time, such as 1:35`,
  noTitle: (line: number) => `Line ${line}: write a title after the time`,
  notLater: (line: number) => `Line ${line}: this time must be later than the one above`,
  titleTooLong: (line: number, most: number) => `Line ${line}: use at most ${most} characters`,
  afterEnd: (line: number, length: string) => `Line ${line}: the video ends at ${length}`,
  tooMany: (most: number) => `At most ${most} chapters`,
  save: 'Save chapters',
  saving: 'Saving...',
  saved: 'The chapters are saved',
  saveFailed: 'The chapters could not be saved',
})
