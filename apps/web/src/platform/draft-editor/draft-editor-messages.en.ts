import { defineMessages } from '#web/platform/messages.ts'

/** What every page says that edits a document with drafts. */
export const draftEditorMessages = defineMessages('draftEditor', {
  backToModules: 'Back to modules',
  draft: 'Draft',
  saved: 'Saved',
  saving: 'Saving...',
  unsaved: 'Not saved yet',
  trySaving: 'Save now',
  publishing: 'Publishing...',

  quizLoadFailed: 'The quiz could not be loaded',
  quizNotFound: 'Quiz not found',
  quizNotFoundHint: 'It may have been deleted, or you may not edit it.',
  quizSavedAsDraft: 'Saved. Learners take the earlier quiz.',
  quizSavedUnseen: 'Saved. Learners do not see this quiz yet.',
  quizSaveFailed: 'Not saved. Your quiz is kept in this tab.',
  quizPublish: 'Publish quiz',
  quizUpdate: 'Update quiz',
  quizPublishFailed: 'The quiz could not be published',
  quizPublished: 'The quiz is published',
  quizUpdated: 'New attempts take the updated quiz',
  quizModuleIsDraft: 'Its module is a draft: learners see the quiz when you publish the module.',
  quizConflictTitle: 'Somebody else has changed this quiz',
  quizConflictText: (name: string | null) =>
    `${name ?? 'Another person'} saved a different quiz while you were writing. Choose which one stays.`,
  quizKeepMine: 'Keep my quiz',
  quizTakeTheirs: 'Use their quiz',

  textLoadFailed: 'The text could not be loaded',
  textNotFound: 'Text not found',
  textNotFoundHint: 'It may have been deleted, or you may not edit it.',
  textSavedAsDraft: 'Saved. Learners see the earlier text.',
  textSavedUnseen: 'Saved. Learners do not see this lesson yet.',
  textSaveFailed: 'Not saved. Your text is kept in this tab.',
  textPublish: 'Publish lesson',
  textUpdate: 'Update lesson',
  textPublishFailed: 'The lesson could not be published',
  textPublished: 'The lesson is published',
  textUpdated: 'Learners see the new text',
  textModuleIsDraft: 'Its module is a draft: learners see the lesson when you publish the module.',
  textConflictTitle: 'Somebody else has changed this text',
  textConflictText: (name: string | null) =>
    `${name ?? 'Another person'} saved a different text while you were writing. Choose which one stays; Undo brings the other one back.`,
  textKeepMine: 'Keep my text',
  textTakeTheirs: 'Use their text',
})
