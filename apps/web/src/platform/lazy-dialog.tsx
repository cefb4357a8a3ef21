import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentProps, type ComponentType } from 'react'

/** A dialog whose code loads when it opens: the page does not wait for it. */
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
