import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentProps } from 'react'

const Dialog = lazyWithRetry(async () => (await import('./module-dialog.tsx')).ModuleDialog)

/** The form of a module, loaded when it is opened. */
export function ModuleDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
