import { courseCategories, courseSorts, type CourseSort } from '@apogee/contracts/limits.ts'
import { ChoiceLinks } from '@apogee/ui/chip.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Select } from '@apogee/ui/select.tsx'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { categoryText } from './categories.ts'
import { addressWith, changed, filtersIn, layoutIn, priceFilters } from './filters.ts'
import { catalogueMessages } from './messages.en.ts'

const typingPauseMs = 250
const formId = 'marketplace-search'
/** What the form's own fields do not say, it carries along. */
const carried = ['category', 'price', 'view', 'lang'] as const

/** The address says what is shown. What is pressed is a step to go back from; what is typed takes its last one's place. */
function useFilterAddress() {
  const [search, setSearch] = useSearchParams()
  return {
    search,
    change: (changes: Record<string, string | null>, { replace = false } = {}) =>
      setSearch((now) => changed(now, changes), { replace }),
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
  const apply = () => {
    if (draft.trim() !== applied) change({ search: draft.trim() }, { replace: true })
  }
  useEffect(() => {
    const timer = setTimeout(apply, typingPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <form
      id={formId}
      role="search"
      action="/marketplace"
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

/** Where each order's word stands in the dictionary. */
const sortText = {
  newest: 'newest',
  students: 'mostStudents',
  rating: 'bestRated',
  'price-low': 'cheapestFirst',
  'price-high': 'dearestFirst',
} as const satisfies Record<CourseSort, string>

/** Category chips, the collapsible price filter, the order, and grid or list: links, so that each is an address. */
export function MarketplaceFilterBar() {
  const text = useText(catalogueMessages)
  const { search, change } = useFilterAddress()
  const { category, price, sort } = filtersIn(search)
  const [priceIsOpen, setPriceIsOpen] = useState(price !== 'all')
  return (
    <div className="catalogue-filters">
      <div className="ap-wrap">
        <ChoiceLinks
          as={Link}
          look="chips"
          bleed
          label={text.category}
          value={category ?? 'all'}
          options={[
            { value: 'all', label: text.allCategories, to: addressWith(search, { category: null }) },
            ...courseCategories.map((value) => ({
              value,
              label: text[categoryText[value]],
              to: addressWith(search, { category: value }),
            })),
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
          <ChoiceLinks
            as={Link}
            look="segmented"
            label={text.price}
            value={price}
            options={priceFilters.map((value) => ({
              value,
              label: text[value],
              to: addressWith(search, { price: value === 'all' ? null : value }),
            }))}
          />
        </details>
        <div className="catalogue-sort">
          <Select
            label={text.sort}
            labelHidden
            name="sort"
            form={formId}
            value={sort}
            onChange={(event) =>
              change({ sort: event.target.value === 'newest' ? null : event.target.value })
            }
            options={courseSorts.map((value) => ({ value, label: text[sortText[value]] }))}
          />
          <noscript>
            <button type="submit" form={formId} className="ap-link">
              {text.apply}
            </button>
          </noscript>
        </div>
        <ChoiceLinks
          as={Link}
          look="segmented"
          label={text.layout}
          value={layoutIn(search)}
          options={[
            { value: 'grid', label: text.grid, icon: 'grid', to: addressWith(search, { view: null }) },
            { value: 'list', label: text.list, icon: 'list', to: addressWith(search, { view: 'list' }) },
          ]}
        />
      </div>
    </div>
  )
}
