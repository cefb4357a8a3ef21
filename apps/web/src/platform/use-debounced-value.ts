import { useEffect, useState } from 'react'

/** Debounce time of a search. */
export const typingPauseMs = 250

/** The value after it has not changed for {@link typingPauseMs}. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
