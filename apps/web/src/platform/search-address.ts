import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** The address goes ahead of what is drawn for it: the newest one asked for, while the page still shows `drawn`. */
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
    // No step to go back from.
    if (asked.toString() === now.toString()) return
    ahead = { drawn, asked }
    setSearch(asked, options)
  }
  return { search, change }
}
