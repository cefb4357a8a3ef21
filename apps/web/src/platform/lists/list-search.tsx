import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { useEffect, useState } from 'react'

/** Typed text is applied after this pause, in ms. */
export const typingPauseMs = 250

/** Returns the value after it has not changed for a pause, in ms. */
export function useDebouncedValue(value: string, pauseMs = typingPauseMs): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}

/** Holds the search of a list: `typed` is in the field, `search` is applied after a pause. */
export function useListSearch() {
  const [typed, setTyped] = useState('')
  return { typed, setTyped, search: useDebouncedValue(typed.trim()) }
}

/** Shows the search field of a list. The maximum length is that of `searchText` in the contract. */
export const ListSearch = ({
  label,
  placeholder = label,
  className,
  typed,
  setTyped,
}: {
  label: string
  placeholder?: string
  className?: string
  typed: string
  setTyped: (typed: string) => void
}) => (
  <SearchField
    className={className}
    label={label}
    placeholder={placeholder}
    maxLength={200}
    value={typed}
    onChange={({ target }) => setTyped(target.value)}
  />
)
