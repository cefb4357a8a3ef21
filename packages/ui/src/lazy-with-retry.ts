import { lazy } from 'react'
import type { ComponentType } from 'react'

const retryMs = 5000

/** When a retry makes sense: the connection is back, or some time has passed. */
const nextChance = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, retryMs)
    addEventListener('online', done)
  })

/**
 * A part of a page whose code loads after the page, inside its own `<Suspense>`. Where `React.lazy` would crash the
 * page when the code cannot be loaded, this keeps the placeholder and retries.
 */
export const lazyWithRetry = <P extends object>(fetchPart: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    for (;;) {
      try {
        return { default: await fetchPart() }
      } catch (error) {
        if (typeof addEventListener !== 'function') throw error
        await nextChance()
      }
    }
  })
