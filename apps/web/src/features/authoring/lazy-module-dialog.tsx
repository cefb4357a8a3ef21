import { lazyPart } from '@apogee/ui/lazy-part.ts'
import { Suspense, type ComponentProps } from 'react'

const Dialog = lazyPart(async () => (await import('./module-dialog.tsx')).ModuleDialog)

/** The form of a module, fetched when it is opened: the page of a course does not wait for it. */
export function ModuleDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
