import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { loadWithRetry } from './lazy-with-retry.ts'

/**
 * Creates a component whose code loads when it is first shown after a press, such as a dialog or a menu. `placeholder` is shown
 * meanwhile. The component does not suspend, because React would show it 300 ms after the placeholder at the earliest.
 */
export function lazyOnPress<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  return function LazyOnPress(props: Props & { placeholder?: ReactNode }) {
    const { placeholder = null } = props
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (loaded) return
      let isShown = true
      void loadWithRetry(fetchPart).then((part) => {
        loaded = part
        if (isShown) setPart(() => part)
      })
      return () => {
        isShown = false
      }
    }, [])
    if (!Part) return placeholder
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    )
  }
}
