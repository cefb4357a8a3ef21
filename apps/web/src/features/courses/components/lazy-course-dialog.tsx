import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentProps } from 'react'

const Dialog = lazyWithRetry(async () => (await import('./course-dialog.tsx')).CourseDialog)

/** The course's form, fetched when it is opened: a list of courses does not wait for it. */
export function CourseDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
