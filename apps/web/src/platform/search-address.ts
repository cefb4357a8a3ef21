import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** The newest address requested while the page still shows `drawn`: the address changes before the page is rendered. */
let ahead: { drawn: string; asked: URLSearchParams } | null = null

/** The query of the address and how to change it: two changes in a row, from wherever on the page, both count. */
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
