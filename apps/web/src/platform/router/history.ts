import { addressOf, type Location, type Path } from './address.ts'

/** Tells how the current entry was reached. POP means Back, Forward, a reload or a first visit. */
export type NavigationKind = 'POP' | 'PUSH' | 'REPLACE'

export interface Visit {
  location: Location
  kind: NavigationKind
}

/**
 * The router reads and writes history entries through this interface. It is implemented by the browser's history, by a list in
 * tests, and by one fixed URL on the server.
 */
export interface RouterHistory {
  current: () => Visit
  /** Adds an entry, or replaces the current one. */
  show: (kind: 'PUSH' | 'REPLACE', path: Path, state?: unknown) => void
  go: (steps: number) => void
  /**
   * Asks for confirmation if leaving the page would lose input, and calls `proceed` if the person leaves. Returns false if there is
   * nothing to ask.
   */
  asksBefore?: (proceed: () => void) => boolean
  /** Accepts one listener at a time; the returned function removes it. */
  listen: (changed: () => void) => () => void
}

/** Describes what the browser's history stores with an entry. */
interface EntryState {
  usr?: unknown
  key?: string
}

export function createBrowserHistory(): RouterHistory {
  let kind: NavigationKind = 'POP'
  let tell: (() => void) | undefined
  const current = (): Visit => {
    const { pathname, search, hash } = location
    const entry = history.state as EntryState | null
    return {
      location: { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' },
      kind,
    }
  }
  return {
    current,
    show(next, path, state = null) {
      const entry: EntryState = { usr: state, key: Math.random().toString(36).slice(2, 10) }
      const address = addressOf(path)
      try {
        history[next === 'PUSH' ? 'pushState' : 'replaceState'](entry, '', address)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        // Safari refuses more than a hundred new entries in ten seconds. Loading a document is not limited, so the page is loaded.
        location.assign(address)
        return
      }
      kind = next
      tell?.()
    },
    go: (steps) => history.go(steps),
    listen(changed) {
      tell = changed
      const onPop = () => {
        kind = 'POP'
        changed()
      }
      addEventListener('popstate', onPop)
      return () => {
        removeEventListener('popstate', onPop)
        tell = undefined
      }
    },
  }
}
