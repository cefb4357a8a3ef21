import { useEffect, useState } from 'react'

/** The debounce time of a search is in ms. */
export const typingPauseMs = 250

/** Returns the value after it has not changed for {@link typingPauseMs}. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
