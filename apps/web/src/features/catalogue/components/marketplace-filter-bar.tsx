import { courseCategories, type CourseSort } from '@apogee/contracts/course-choices.ts'
import { ChoiceLinks } from '@apogee/ui/fields/chip.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { categoryNameIn } from '#web/shared/course/category-names.ts'
import { useFilterAddress } from '../filter-address.ts'
import {
  addressWith,
  filtersIn,
  layoutIn,
  priceFilters,
  searchFormId,
  sortsFor,
  usualSort,
} from '../filters.ts'
import { catalogueMessages } from '../messages/catalogue.en.ts'
import { FactFilters } from './fact-filters.tsx'
import './catalogue.css'

/** Maps each sort order to the key of its name in the dictionary. */
const sortText = {
  newest: 'newest',
  students: 'mostStudents',
  rating: 'bestRated',
  'price-low': 'cheapestFirst',
  'price-high': 'dearestFirst',
  relevance: 'bestMatch',
} as const satisfies Record<CourseSort, string>

/** Shows category chips, the collapsible price filter, the order, and grid or list as links, so that each has an address. */
export function MarketplaceFilterBar() {
  const text = useText(catalogueMessages)
  const language = useLanguage()
  const { search, change } = useFilterAddress()
  const { category, price, sort, search: words } = filtersIn(search)
  const usual = usualSort(words)
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
              label: categoryNameIn(language, value),
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
        <FactFilters />
        <div className="catalogue-sort">
          <Select
            label={text.sort}
            labelHidden
            autoComplete="off"
            name="sort"
            form={searchFormId}
            value={sort}
            onChange={({ target }) => change({ sort: target.value === usual ? null : target.value })}
            options={sortsFor(words).map((value) => ({ value, label: text[sortText[value]] }))}
          />
          <noscript>
            <button type="submit" form={searchFormId} className="ap-link">
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
