/** Dialogs bring their forms along: their code comes when they are opened. */
import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { Suspense, type ComponentProps } from 'react'

const LazyDiscussionDialog = lazyPart(async () => (await import('./discussion-dialog.tsx')).DiscussionDialog)
const LazyGroupDialog = lazyPart(async () => (await import('./group-dialog.tsx')).GroupDialog)
const LazyReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

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
