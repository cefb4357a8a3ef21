import { SearchField } from '@apogee/ui/search-field.tsx'
import { useEffect, useState } from 'react'
import { useText } from '#web/platform/messages.ts'
import { communityMessages } from '../messages/community.en.ts'
import { typingPauseMs } from '#web/platform/use-debounced-value.ts'

/** Searches after a typing pause. The search is in the address. */
export function CommunitySearch({
  applied,
  onApply,
}: {
  applied: string
  onApply: (search: string) => void
}) {
  const text = useText(communityMessages)
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
        label={text.search}
        placeholder={text.searchPlaceholder}
        maxLength={200}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  )
}
