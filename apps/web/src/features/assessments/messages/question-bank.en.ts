import { defineMessages } from '#web/platform/messages.ts'
import { counted, figure } from '#web/platform/numbers.ts'

/** The bank of questions of a seller. */
export const questionBankMessages = defineMessages('questionBank', {
  addTitle: 'Add questions from the bank',
  addText: 'Questions are added as copies. Changing a copy leaves the bank as it is.',
  addChosen: (count: number) =>
    count === 0 ? 'Add questions' : `Add ${counted(count, 'question', 'questions')}`,
  added: (count: number) => `${counted(count, 'question was', 'questions were')} added.`,
  search: 'Search the bank',
  tag: 'Tag',
  anyTag: 'All tags',
  failed: 'The bank could not be loaded',
  empty: 'The bank is empty',
  emptyHint: 'Save a question to the bank, and add it to other quizzes of the same seller from here.',
  none: 'No question matches',
  noneHint: 'Try other words or another tag.',
  shownOf: (shown: number, total: number) =>
    `The newest ${figure(shown)} of ${figure(total)} questions. Search to find others.`,
  remove: (question: string) => `Delete from the bank: ${question}`,
  removeAsk: 'Delete it from the bank? Copies in quizzes stay.',
  removeYes: 'Delete from bank',
  removeNo: 'Keep it',
  removing: 'Deleting…',
  removeFailed: 'The question could not be deleted.',

  title: 'Question bank',
  save: 'Save to the bank',
  update: 'Update in the bank',
  saveTitle: 'Save this question to the bank',
  updateTitle: 'Update this question in the bank',
  saveText: 'Everybody who edits courses of this seller can use it.',
  updateText: 'Quizzes with a copy show that the question was changed; they are not changed by themselves.',
  tags: 'Tags',
  tagsHint: 'Divided by commas, at most 10, such as: orbits, easy.',
  saving: 'Saving…',
  saveFailed: 'The question could not be saved to the bank.',
  saved: 'The question is in the bank.',
  needsText: 'Write the question first.',
  isCopy: 'This question is a copy from the bank.',
  isChanged: 'This question was changed in the bank since it was copied.',
  take: 'Take the change',
  isGone: 'The question that this one was copied from is no longer in the bank.',
  checkFailed: 'Changes in the bank could not be checked.',
  retry: 'Check again',
})
