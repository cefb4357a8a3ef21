/** Loads the code of dialogs with forms when they are opened. */
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'

export const DiscussionDialog = lazyOnPress(
  async () => (await import('./discussion-dialog.tsx')).DiscussionDialog,
)
export const GroupDialog = lazyOnPress(async () => (await import('../groups/group-dialog.tsx')).GroupDialog)
export const ReportPost = lazyOnPress(async () => (await import('../report-post.tsx')).ReportPost)
