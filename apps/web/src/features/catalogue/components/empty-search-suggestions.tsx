import { useFocusOnUnmount } from '@apogee/ui/use-focus-on-unmount.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { courseCategories } from '@apogee/contracts/course-choices.ts'
import type { RefObject } from 'react'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { categoryNameIn } from '#web/shared/course/category-names.ts'
import { emptySearchMessages } from '../messages/empty-search.en.ts'
import { addressWith, filtersIn, isFiltered, noFilters } from '../filters.ts'
import './catalogue.css'

/**
 * Suggests all courses, the same search without one filter, or a category, when a search finds nothing. A pressed suggestion
 * disappears, so the focus moves to the number of results.
 */
export function EmptySearchSuggestions({ count }: { count: RefObject<HTMLElement | null> }) {
  const text = useText(emptySearchMessages)
  const language = useLanguage()
  const [search] = useSearchParams()
  const moveFocusRef = useFocusOnUnmount(count)
  const filters = filtersIn(search)
  if (!isFiltered(filters)) return null
  const others = [
    filters.search !== '' && { label: text.withoutWord(filters.search), filter: 'search' },
    filters.category !== null && { label: text.inAnyCategory, filter: 'category' },
    filters.price !== 'all' && { label: text.atAnyPrice, filter: 'price' },
    filters.facts.language && { label: text.inAnyLanguage, filter: 'language' },
    filters.facts.level && { label: text.atAnyLevel, filter: 'level' },
    filters.facts.length && { label: text.ofAnyLength, filter: 'length' },
    filters.facts.rating && { label: text.withAnyRating, filter: 'rating' },
  ].filter((way) => way !== false && way !== undefined)
  return (
    <div className="catalogue-ways">
      <span ref={moveFocusRef}>
        <LinkButton as={Link} to={addressWith(search, noFilters)}>
          {text.resetFilters}
        </LinkButton>
      </span>
      {others.length > 1
        ? others.map(({ label, filter }) => (
            <span key={label} ref={moveFocusRef}>
              <Link className="ap-link" data-standalone="" to={addressWith(search, { [filter]: null })}>
                {label}
              </Link>
            </span>
          ))
        : null}
      {filters.search !== '' ? (
        <p className="catalogue-browse">
          {text.browse}{' '}
          {courseCategories.map((category) => (
            <span key={category} ref={moveFocusRef}>
              <Link
                className="ap-link"
                data-standalone=""
                to={addressWith(search, { ...noFilters, category })}
              >
                {categoryNameIn(language, category)}
              </Link>
            </span>
          ))}
        </p>
      ) : null}
    </div>
  )
}
