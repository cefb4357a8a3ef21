import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { useEffect, useState } from 'react'
import { typingPauseMs } from './list-search.tsx'

/** Stores the search in the page's URL; applies it after a typing pause, or immediately with Enter. */
export function AddressSearch({
  label,
  placeholder,
  applied,
  onApply,
}: {
  label: string
  placeholder: string
  applied: string
  onApply: (search: string) => void
}) {
  const [draft, setDraft] = useState(applied)
  const [followed, setFollowed] = useState(applied)
  if (followed !== applied) {
    setFollowed(applied)
    if (draft.trim() !== applied) setDraft(applied)
  }
  useEffect(() => {
    if (draft.trim() === applied) return
    const timer = setTimeout(() => onApply(draft.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <form
      role="search"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(draft.trim())
      }}
    >
      <SearchField
        label={label}
        placeholder={placeholder}
        maxLength={200}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  )
}
