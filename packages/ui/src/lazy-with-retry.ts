import { lazy } from 'react'
import type { ComponentType } from 'react'

const retryMs = 5000

/** Resolves when a retry makes sense: when the connection is back, or after `retryMs`. */
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

/** Loads a part and retries until its code has arrived. On the server it does not retry: a part that cannot be loaded throws. */
export async function loadWithRetry<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetchPart()
    } catch (error) {
      if (typeof addEventListener !== 'function') throw error
      await nextChance()
    }
  }
}

/**
 * Loads a part of a page after the page itself. The part needs a `<Suspense>` of its own. `React.lazy` would crash the page when
 * the code cannot be loaded; this function keeps the placeholder and retries.
 */
export const lazyWithRetry = <P extends object>(fetchPart: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await loadWithRetry(fetchPart) }))
