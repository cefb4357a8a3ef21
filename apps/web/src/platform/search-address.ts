import { useEffect } from 'react'
import { useSearchParams } from '#web/platform/router/router.tsx'

/** The newest requested address while the page still shows `drawn`: the address changes before the page is rendered. */
let ahead: { drawn: string; asked: URLSearchParams } | null = null

/** The address's query and how to change it: consecutive changes from anywhere on the page are all applied. */
export function useSearchAddress() {
  const [search, setSearch] = useSearchParams()
  const drawn = search.toString()
  useEffect(() => {
    if (ahead?.drawn !== drawn) ahead = null
  }, [drawn])
  const change = (next: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => {
    const now = ahead?.drawn === drawn ? ahead.asked : search
    const asked = next(now)
    // An unchanged address adds no history entry.
    if (asked.toString() === now.toString()) return
    ahead = { drawn, asked }
    setSearch(asked, options)
  }
  return { search, change }
}
