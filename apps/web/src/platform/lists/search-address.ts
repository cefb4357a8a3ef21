import { useEffect } from 'react'
import { useSearchParams } from '#web/platform/router/router.tsx'

/**
 * Holds the newest requested query (`asked`) while the page still shows `drawn`, because the URL changes before the page is
 * rendered.
 */
let ahead: { drawn: string; asked: URLSearchParams } | null = null

/** Returns a change of the query that sets one parameter; an empty value removes it. */
export const withParameter =
  (name: string, value: string) =>
  (now: URLSearchParams): URLSearchParams => {
    const changed = new URLSearchParams(now)
    if (value) changed.set(name, value)
    else changed.delete(name)
    return changed
  }

/** Returns the URL's query and a setter that applies consecutive changes from anywhere on the page. */
export function useSearchAddress() {
  const [search, setSearch] = useSearchParams()
  const drawn = search.toString()
  useEffect(() => {
    if (ahead?.drawn !== drawn) ahead = null
  }, [drawn])
  const change = (next: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => {
    const now = ahead?.drawn === drawn ? ahead.asked : search
    const asked = next(now)
    // An unchanged URL adds no history entry.
    if (asked.toString() === now.toString()) return
    ahead = { drawn, asked }
    setSearch(asked, options)
  }
  return { search, change }
}
