import { useState, type ReactNode } from 'react'
import { resolve } from '#web/platform/router/address.ts'
import type { NavigationKind, RouterHistory, Visit } from '#web/platform/router/history.ts'
import { Router } from '#web/platform/router/router.tsx'

/** Creates a history in memory, so that tests can go back without a browser. */
function createMemoryHistory(address: string): RouterHistory {
  const entries: Visit['location'][] = [{ ...resolve(address, '/'), state: null, key: 'default' }]
  let position = 0
  let kind: NavigationKind = 'POP'
  let tell: (() => void) | undefined
  return {
    current() {
      const entry = entries[position]
      if (!entry) throw new Error(`The history has no entry ${position}`)
      return { location: entry, kind }
    },
    show(next, path, state = null) {
      kind = next
      if (next === 'PUSH') position += 1
      entries.splice(position, next === 'PUSH' ? Infinity : 1, { ...path, state, key: crypto.randomUUID() })
      tell?.()
    },
    go(steps) {
      kind = 'POP'
      position = Math.min(Math.max(position + steps, 0), entries.length - 1)
      tell?.()
    },
    listen(changed) {
      tell = changed
      return () => (tell = undefined)
    },
  }
}

export function MemoryRouter({ address = '/', children }: { address?: string; children: ReactNode }) {
  const [history] = useState(() => createMemoryHistory(address))
  return <Router history={history}>{children}</Router>
}
