import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const statesMessages = defineMessages('courseStates', {
  draft: 'Draft',
  archived: 'Archived',
  noContent: 'No Content Available Yet',
  filterLabel: 'Filter courses',
  current: 'Current',
  archivedOnes: 'Archived',
  noArchived: 'No archived courses',
  noArchivedHint:
    'When you delete a course that learners have, it is archived instead. You can restore it here.',
  delete: 'Delete',
  more: 'More',
  moreOf: (title: string) => `More actions, ${title}`,

  createMeans: '“Create Course” puts it on sale now, without a lesson. A draft is not on sale.',
  createDraft: 'Create as draft',
  draftCreated: (title: string) => `${title} has been created as a draft.`,
  publish: 'Publish',
  publishing: 'Publishing...',
  publishTitle: (title: string) => `Publish ${title}?`,
  publishPublic: 'The marketplace lists it, and people can buy it or enroll immediately.',
  publishPrivate: 'It stays private: you can enroll people from now on.',
  publishComplete: 'Nothing is missing.',
  publishLacks: 'You can publish it now. This is still missing:',
  publishBlocked: 'One thing must be fixed first.',
  lacksInstructor: 'An instructor',
  lacksInstructorHint: 'The current instructor no longer teaches here. Choose another in Edit details.',
  lacksModule: 'A published module',
  lacksModuleHint: 'Publish a module, so that its lessons can be studied.',
  lacksLesson: 'A published lesson',
  lacksLessonHint: 'Until there is one, buyers see “No Content Available Yet” before they pay.',
  lacksCover: 'A course image',
  lacksCoverHint: 'Without one, a cover is generated.',
  lacksPrice: 'A price',
  lacksPriceHint: 'Without one, the course is free for everyone.',
  lacksCategory: 'A category',
  lacksCategoryHint: 'Without a category, people find it only by searching.',
  promiseTitle: 'Your money-back promise',
  promiseLead:
    'You are asked once, with your first paid course. It applies to all your courses, and you can change it in Business.',
  promiseOfSeller: (promise: string) =>
    `Your business has not chosen a money-back promise yet. Until it does, this one applies: ${promise}.`,
  promiseDefault: (days: number, percent: number) =>
    `${days} days, while less than ${percent}% of the course is watched`,
  promiseHolds: (promise: string) =>
    `You have not chosen a money-back promise yet. Your sales pages promise: ${promise}.`,
  choosePromise: 'Choose it in Business',
  published: (title: string) => `${title} is published.`,
  publishFailed: 'The course could not be published. Please try again.',

  unpublish: 'Make it a draft',
  unpublished: (title: string) => `${title} is a draft again. Only you and your team see it.`,
  archive: 'Archive',
  archiving: 'Archiving...',
  archivedNow: (title: string) => `${title} is archived. Learners who have it keep it.`,
  restore: 'Restore',
  restoreOf: (title: string) => `Restore ${title}`,
  restoring: 'Restoring...',
  restored: (title: string) => `${title} is on sale again.`,
  restoredAsDraft: (title: string) => `${title} is a draft again.`,
  prerequisites: 'Prerequisites…',
  certificate: 'Certificate',
  duplicate: 'Duplicate',
  copyOf: (title: string) => `${title} (copy)`,
  duplicated: (title: string) =>
    `${title} has been created as a draft. Learners and reviews were not copied.`,
  changeFailed: 'The course could not be changed. Please try again.',

  checking: 'Checking who has this course...',
  checkFailed: 'We could not check who has this course. If anyone has it, it is archived instead of deleted.',
  nobodyHasIt: 'Nobody has this course. Its modules and lessons are deleted too. This cannot be undone.',
  archiveInstead: 'You can also archive it: it leaves your list and can be restored.',
  cannotBeDeleted: 'This course has a history, so it is archived instead of deleted:',
  staysArchived: 'This course has a history, so it cannot be deleted. It stays archived:',
  keepsIt: (count: number) => `${counted(count, 'person has', 'people have')} it and will keep it.`,
  invitationsEnd: (count: number) =>
    count === 1
      ? '1 invited person has not accepted; their invitation ends.'
      : `${counted(count, 'invited person has', 'invited people have')} not accepted; their invitations end.`,
  unpaidPurchases: (count: number) =>
    `${counted(count, 'purchase is', 'purchases are')} not paid yet. If a payment still arrives, that person gets the course.`,
  isInvoiced: (count: number) =>
    `${counted(count, 'invoice is', 'invoices are')} open. Seats that are already paid stay valid.`,
  hasUnusedSeats: (count: number) => `${counted(count, 'paid seat is', 'paid seats are')} not used yet.`,
  wasSold: 'It has been sold or given away before.',
  restorable: 'Archiving takes it off sale. You find it under Archived and can restore it there.',
})
