import { useEffect, useState } from 'react'
import { useSearchAddress, withParameter } from './search-address.ts'
import { typingPauseMs } from './list-search.tsx'

/**
 * Stores a list's filter in the URL, so that a link shows the same list. Typed text is written after a pause. A search that comes with
 * another address, as by Back or by a link, replaces the typed text.
 */
export function useAddressFilter<Key extends string>() {
  const { search: address, change: setAddress } = useSearchAddress()
  const search = address.get('search') ?? ''
  const [typed, setTyped] = useState(search)
  const [written, setWritten] = useState(search)
  const [drawn, setDrawn] = useState(search)
  if (drawn !== search) {
    setDrawn(search)
    if (written !== search) {
      setWritten(search)
      setTyped(search)
    }
  }
  const change = (key: Key | 'search', value: string) =>
    setAddress(withParameter(key, value), { replace: true })
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return
    const timer = setTimeout(() => {
      setWritten(wanted)
      change('search', wanted)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  })
  const clear = () => {
    setTyped('')
    setWritten('')
    setAddress(() => new URLSearchParams(), { replace: true })
  }
  return { address, search, typed, setTyped, change, clear }
}
