import {
  courseCategories,
  courseSorts,
  type CourseCategory,
  type CourseSort,
} from '@apogee/contracts/limits.ts'

export const priceFilters = ['all', 'free', 'paid'] as const
export type PriceFilter = (typeof priceFilters)[number]
export const layouts = ['grid', 'list'] as const
export type Layout = (typeof layouts)[number]

/** What the marketplace shows; it lives in the address, so that it can be shared and gone back to. */
export interface MarketplaceFilters {
  search: string
  category: CourseCategory | null
  price: PriceFilter
  sort: CourseSort
  /** Where the list begins: 1 is its beginning. */
  page: number
}

const among = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null

export const filtersIn = (search: URLSearchParams): MarketplaceFilters => ({
  search: search.get('search')?.trim().slice(0, 200) ?? '',
  category: among(courseCategories, search.get('category')),
  price: among(priceFilters, search.get('price')) ?? 'all',
  sort: among(courseSorts, search.get('sort')) ?? 'newest',
  page: /^[1-9]\d{0,4}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1,
})

export const layoutIn = (search: URLSearchParams): Layout => among(layouts, search.get('view')) ?? 'grid'

export const isFiltered = ({
  search,
  category,
  price,
}: Pick<MarketplaceFilters, 'search' | 'category' | 'price'>): boolean =>
  search !== '' || category !== null || price !== 'all'

/** The address that search engines keep for what is shown: a shelf is a page of its own, its prices are views of it. */
export const pathWithFilters = ({ category }: Pick<MarketplaceFilters, 'category'>): string =>
  category === null ? '/marketplace' : `/marketplace?${new URLSearchParams({ category })}`

/** `search` with some of its parameters changed; null takes one out. Another choice begins at its first page. */
export function changed(search: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** The parameters that links keep, in one order, so that the server renders the same link whatever else the address holds. */
const carriedByLinks = ['category', 'lang', 'page', 'price', 'search', 'sort', 'view'] as const

/** The marketplace's address with these changes. */
export function addressWith(search: URLSearchParams, changes: Record<string, string | null>): string {
  const wanted = changed(search, changes)
  const query = new URLSearchParams()
  for (const name of carriedByLinks) {
    const value = wanted.get(name)
    if (value !== null) query.set(name, value)
  }
  return query.size === 0 ? '/marketplace' : `/marketplace?${query}`
}

export const noFilters = { search: null, category: null, price: null }

/** The form of the search; fields elsewhere on the page belong to it too. */
export const searchFormId = 'marketplace-search'
