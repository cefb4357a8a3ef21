import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { IconButton } from '@apogee/ui/button.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { chevronUpIcon } from '@apogee/ui/icons/more-icons.ts'
import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { useState, type KeyboardEvent, type FormEvent } from 'react'
import { useText } from '../../../platform/language/messages.ts'
import { documentMessages } from '../document-messages.en.ts'
import type { DocumentSearch, Findings } from '../engine/engine.ts'
import '../document-viewer.css'

/** Searches the document. Enter starts the search, and each further Enter goes to the next match. */
export function DocumentSearchBar({
  search,
  findings,
  onClose,
}: {
  search: DocumentSearch
  findings: Findings | null
  onClose: () => void
}) {
  const text = useText(documentMessages)
  const [query, setQuery] = useState('')
  const [searched, setSearched] = useState('')
  const hasMatches = searched !== '' && (findings?.found ?? 0) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = query.trim()
    if (wanted === searched && hasMatches) return search.step(1)
    setSearched(wanted)
    void search.find(wanted)
  }
  const escape = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return
    // Without this, Escape would also close a dialog around the viewer.
    event.stopPropagation()
    event.preventDefault()
    onClose()
  }
  return (
    <form className="document-search" role="search" method="post" onSubmit={submit} onKeyDown={escape}>
      <SearchField
        label={text.search}
        placeholder={text.find}
        autoFocus
        enterKeyHint="search"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <LiveRegion visible>{searched === '' ? null : <FindingsText findings={findings} />}</LiveRegion>
      <IconButton
        icon={chevronUpIcon}
        label={text.previousMatch}
        disabled={!hasMatches}
        onClick={() => search.step(-1)}
      />
      <IconButton
        icon="chevron-down"
        label={text.nextMatch}
        disabled={!hasMatches}
        onClick={() => search.step(1)}
      />
      <IconButton icon="close" label={text.closeSearch} onClick={onClose} />
    </form>
  )
}

function FindingsText({ findings }: { findings: Findings | null }) {
  const text = useText(documentMessages)
  const { found, at, isDone } = findings ?? { found: 0, at: 0, isDone: false }
  if (found === 0) return isDone ? text.noMatch : text.searching
  return text.matchOf(at, isDone ? String(found) : `${found}…`)
}
