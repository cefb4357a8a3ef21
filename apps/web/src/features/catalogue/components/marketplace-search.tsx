import { SearchField } from '@apogee/ui/fields/search-field.tsx'
import { useEffect, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { addressOf } from '#web/platform/transfer/client.ts'
import { listOf } from '../api/catalogue.ts'
import { useFilterAddress } from '../filter-address.ts'
import { changed, filtersIn, searchFormId } from '../filters.ts'
import { catalogueMessages } from '../messages/catalogue.en.ts'
import { typingPauseMs } from '#web/platform/lists/list-search.tsx'

/** The form submits these parameters in addition to its own fields. */
const carried = ['category', 'price', 'language', 'level', 'length', 'rating', 'view', 'lang'] as const

/** Returns the URL of the courses for a search among these filters, without the search, which comes last. */
export function answerOfSearch(address: URLSearchParams): string {
  const [, url] = addressOf('listCourses', { query: listOf(filtersIn(changed(address, { search: '?' }))) })
  return url.slice(0, -'=%3F'.length)
}

/** Searches after a typing pause; the form also works before scripts load. */
export function MarketplaceSearch() {
  const text = useText(catalogueMessages)
  const { search, change } = useFilterAddress()
  const applied = filtersIn(search).search
  const [draft, setDraft] = useState(applied)
  const [followed, setFollowed] = useState(applied)
  if (followed !== applied) {
    setFollowed(applied)
    if (draft.trim() !== applied) setDraft(applied)
  }
  const apply = () => {
    // The first letters add a history entry, further ones replace it.
    if (draft.trim() !== applied) change({ search: draft.trim() }, { replace: applied !== '' })
  }
  useEffect(() => {
    const timer = setTimeout(apply, typingPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <form
      id={searchFormId}
      role="search"
      action="/marketplace"
      data-answer={answerOfSearch(search)}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {carried.map((name) => {
        const value = search.get(name)
        return value === null ? null : <input key={name} type="hidden" name={name} value={value} />
      })}
      <SearchField
        label={text.searchLabel}
        name="search"
        placeholder={text.searchPlaceholder}
        maxLength={200}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  )
}
