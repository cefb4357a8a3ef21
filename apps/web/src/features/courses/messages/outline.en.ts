import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, figure } from '#web/platform/language/numbers.ts'

export const outlineMessages = defineMessages('outline', {
  more: (title: string) => `More actions for ${title}`,
  move: 'Move…',
  captions: 'Captions…',
  duplicate: 'Duplicate',
  duplicated: (title: string) => `Added “${title}” as a draft`,
  duplicateFailed: 'It could not be duplicated. Please try again.',
  saveFailed: 'The change could not be saved. Please try again.',

  handle: (title: string) => `Drag ${title}`,
  handleHint: 'Press Enter to pick it up, the arrow keys to move it, Enter to drop it, Escape to cancel.',
  grabbed: (title: string, place: number, count: number) =>
    `${title} picked up. Position ${place} of ${count}.`,
  position: (place: number, count: number) => `Position ${place} of ${count}`,
  dropped: (title: string, place: number, count: number) => `${title} is now ${place} of ${count}`,
  movedTo: (title: string, module: string) => `${title} moved to ${module}`,
  cancelled: (title: string) => `${title} stays where it was`,

  moveTitle: (title: string) => `Move “${title}”`,
  moveSeveral: (count: number) => `Move ${counted(count, 'item', 'items')}`,
  toModule: 'Module',
  toPlace: 'Position',
  first: 'At the beginning',
  after: (place: number, title: string) => `After ${place}. ${title}`,
  moveIt: 'Move',
  moving: 'Moving...',

  select: 'Select',
  stopSelecting: 'Done',
  selectOne: (title: string) => `Select ${title}`,
  selectAll: 'Select all',
  selection: 'Selected items',
  selected: (count: number) => `${figure(count)} selected`,
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete',

  addRecall: 'Add a question',
  addRecallTo: (title: string) => `Add a question after ${title}`,
  recall: 'Question',
  recallOf: (title: string) => `Question after ${title}`,

  removed: (title: string) => `“${title}” was deleted.`,
  removedSeveral: (count: number) => `${counted(count, 'item was', 'items were')} deleted.`,
  undo: 'Undo',
  restored: 'Restored',
  removeFailed: 'It could not be deleted. Please try again.',
  restoreFailed: 'It could not be restored. Please try again.',
})
