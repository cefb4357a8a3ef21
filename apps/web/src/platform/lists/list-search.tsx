import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { useState } from 'react'
import { useDebouncedValue } from './use-debounced-value.ts'

/** Holds the search of a list: `typed` is in the field, `search` is applied after a pause. */
export function useListSearch() {
  const [typed, setTyped] = useState('')
  return { typed, setTyped, search: useDebouncedValue(typed.trim()) }
}

/** Shows the search of a list. The length is the limit of `searchText` in the contract. */
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
