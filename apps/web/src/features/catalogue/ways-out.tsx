import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Link, useSearchParams } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { edgeMessages } from './edge-messages.en.ts'
import { addressWith, filtersIn, isFiltered, noFilters } from './filters.ts'

/** From a search without an answer: everything, or the same without one of its filters. */
export function WaysOut() {
  const text = useText(edgeMessages)
  const [search] = useSearchParams()
  const filters = filtersIn(search)
  if (!isFiltered(filters)) return null
  const others = [
    filters.search !== '' && { label: text.withoutWord(filters.search), filter: 'search' },
    filters.category !== null && { label: text.inAnyCategory, filter: 'category' },
    filters.price !== 'all' && { label: text.atAnyPrice, filter: 'price' },
  ].filter((way) => way !== false)
  return (
    <div className="catalogue-ways">
      <LinkButton as={Link} to={addressWith(search, noFilters)}>
        {text.resetFilters}
      </LinkButton>
      {others.length > 1
        ? others.map(({ label, filter }) => (
            <Link
              key={label}
              className="ap-link"
              data-standalone=""
              to={addressWith(search, { [filter]: null })}
            >
              {label}
            </Link>
          ))
        : null}
    </div>
  )
}
