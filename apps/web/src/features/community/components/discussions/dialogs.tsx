/** Loads the code of dialogs with forms when they are opened. */
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentProps } from 'react'

const LazyDiscussionDialog = lazyWithRetry(
  async () => (await import('./discussion-dialog.tsx')).DiscussionDialog,
)
const LazyGroupDialog = lazyWithRetry(async () => (await import('../groups/group-dialog.tsx')).GroupDialog)
const LazyReportDialog = lazyWithRetry(async () => (await import('../report-dialog.tsx')).ReportDialog)

export const DiscussionDialog = (props: ComponentProps<typeof LazyDiscussionDialog>) => (
  <Suspense>
    <LazyDiscussionDialog {...props} />
  </Suspense>
)

export const GroupDialog = (props: ComponentProps<typeof LazyGroupDialog>) => (
  <Suspense>
    <LazyGroupDialog {...props} />
  </Suspense>
)

export const ReportDialog = (props: ComponentProps<typeof LazyReportDialog>) => (
  <Suspense>
    <LazyReportDialog {...props} />
  </Suspense>
)
