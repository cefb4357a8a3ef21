import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const recallEditorMessages = defineMessages('recallEditor', {
  title: (video: string) => `Question after “${video}”`,
  lead: 'Learners answer it after the video. It changes no points, percentage or certificate, and comes back to them after some days.',
  loadFailed: 'The question could not be loaded',
  fromBank: 'Take one from the bank',
  save: 'Save question',
  saving: 'Saving...',
  saved: 'The question is asked after the video',
  saveFailed: 'The question could not be saved',
  incomplete: (count: number) => `${counted(count, 'field is', 'fields are')} not complete.`,
  waitForUpload: 'A picture is being uploaded. Save when it is there.',
  field: 'Question',
  remove: 'Remove question',
  removeTitle: 'Remove this question?',
  removeText:
    'It is no longer asked after the video, and no longer comes back to learners who have answered it.',
  removing: 'Removing...',
  removed: 'No question is asked after the video',
  removeFailed: 'The question could not be removed',
})
