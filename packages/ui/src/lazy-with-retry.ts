import { lazy } from 'react'
import type { ComponentType } from 'react'

const retryMs = 5000

/** When asking again makes sense: the connection came back, or some time has passed. */
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
 * A part of a page whose code comes after the page, inside a `<Suspense>` of its own. Where `React.lazy` would take the
 * page down with it when the code cannot be fetched, this one keeps its place and asks again.
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
