import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentProps, type ComponentType } from 'react'

/** Creates a dialog whose code loads when it opens, so that the page does not wait for it. */
export function lazyDialog<Props extends object>(fetchDialog: () => Promise<ComponentType<Props>>) {
  const Dialog = lazyWithRetry(fetchDialog)
  return function LazyDialog(props: ComponentProps<typeof Dialog>) {
    return (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
