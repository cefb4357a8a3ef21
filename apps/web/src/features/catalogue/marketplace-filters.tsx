import { courseCategories } from '@apogee/contracts/limits.ts'
import { ChipGroup, SegmentedControl } from '@apogee/ui/chip.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { categoryText } from './categories.ts'
import { changed, filtersIn, layoutIn, priceFilters } from './filters.ts'
import { catalogueMessages } from './messages.en.ts'

const typingPauseMs = 250

/** Changes the address only; what is shown follows from it. */
function useFilterAddress() {
  const [search, setSearch] = useSearchParams()
  return {
    search,
    change: (changes: Record<string, string | null>) =>
      setSearch((now) => changed(now, changes), { replace: true }),
  }
}

/** Searches as the person pauses; the form also works before scripts do. */
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
  useEffect(() => {
    if (draft.trim() === applied) return
    const timer = setTimeout(() => change({ search: draft.trim() }), typingPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <form
      role="search"
      action="/marketplace"
      onSubmit={(event) => {
        event.preventDefault()
        change({ search: draft.trim() })
      }}
    >
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

/** Category chips, the collapsible price filter, and grid or list. */
export function MarketplaceFilterBar() {
  const text = useText(catalogueMessages)
  const { search, change } = useFilterAddress()
  const { category, price } = filtersIn(search)
  const [priceIsOpen, setPriceIsOpen] = useState(price !== 'all')
  return (
    <div className="catalogue-filters">
      <div className="ap-wrap">
        <ChipGroup
          bleed
          label={text.category}
          value={category ?? 'all'}
          onChange={(chosen) => change({ category: chosen === 'all' ? null : chosen })}
          options={[
            { value: 'all', label: text.allCategories },
            ...courseCategories.map((value) => ({ value, label: text[categoryText[value]] })),
          ]}
        />
        <details
          className="catalogue-price"
          open={priceIsOpen}
          onToggle={(event) => setPriceIsOpen(event.currentTarget.open)}
        >
          <summary>
            {text.priceIs(text[price])} <Icon name="chevron-down" size="sm" />
          </summary>
          <SegmentedControl
            label={text.price}
            value={price}
            onChange={(chosen) => change({ price: chosen === 'all' ? null : chosen })}
            options={priceFilters.map((value) => ({ value, label: text[value] }))}
          />
        </details>
        <SegmentedControl
          label={text.layout}
          value={layoutIn(search)}
          onChange={(chosen) => change({ view: chosen === 'grid' ? null : chosen })}
          options={[
            { value: 'grid', label: text.grid, icon: 'grid' },
            { value: 'list', label: text.list, icon: 'list' },
          ]}
        />
      </div>
    </div>
  )
}
