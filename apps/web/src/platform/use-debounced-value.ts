import { useEffect, useState } from 'react'

/** How long a person pauses before a search starts. */
export const typingPauseMs = 250

/** The value, once it has not changed for {@link typingPauseMs}. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
