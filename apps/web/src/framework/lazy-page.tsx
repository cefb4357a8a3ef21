import { startTransition, use, useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import type { PageModule } from './page-module.ts'
import { Unreachable } from './unreachable.tsx'

/**
 * Creates a page whose code loads on demand. Once loaded it renders without suspending, so that the server's markup and the
 * hydrating browser agree; navigation shows the old page until the code has loaded. If the code cannot be loaded, the page shows an
 * error and retries when the connection returns.
 */
export function lazyPage(fetchModule: () => Promise<PageModule>): {
  load: () => Promise<PageModule>
  Page: ComponentType
} {
  let pending: Promise<PageModule> | undefined
  let arrival: Promise<PageModule | null> | undefined
  let loaded: PageModule | undefined
  const load = (): Promise<PageModule> => {
    pending ??= fetchModule().then(
      (page) => (loaded = page),
      (error: unknown) => {
        // A failed load must not be remembered, so that it can be retried.
        pending = undefined
        throw error
      },
    )
    return pending
  }
  /** Returns the same promise for every render until a retry; the promise resolves to null when the code cannot be loaded. */
  const arrive = (): Promise<PageModule | null> => (arrival ??= load().catch(() => null))

  function Pending() {
    const [attempts, setAttempts] = useState(1)
    const page = use(arrive())
    const askAgain = useCallback(() => {
      arrival = undefined
      startTransition(() => setAttempts((before) => before + 1))
    }, [])
    const isBack = useRef(false)
    // Some browsers cache a failed module; only a new document requests it again.
    useEffect(() => {
      if (!page && isBack.current && navigator.onLine) location.reload()
    }, [page, attempts])
    useEffect(() => {
      if (page) return
      const tryOnline = () => {
        isBack.current = true
        askAgain()
      }
      addEventListener('online', tryOnline)
      return () => {
        removeEventListener('online', tryOnline)
        arrival = undefined
      }
    }, [page, askAgain])
    if (page) return <page.Component />
    const startOver = attempts > 1 && navigator.onLine
    return <Unreachable onRetry={() => (startOver ? location.reload() : askAgain())} />
  }
  function Page() {
    const [page] = useState(() => loaded)
    return page ? <page.Component /> : <Pending />
  }
  return { load, Page }
}
