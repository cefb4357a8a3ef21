import { courseCategories, type CourseCategory } from '@apogee/contracts/limits.ts'

export const priceFilters = ['all', 'free', 'paid'] as const
export type PriceFilter = (typeof priceFilters)[number]
export const layouts = ['grid', 'list'] as const
export type Layout = (typeof layouts)[number]

/** What the marketplace shows; it lives in the address, so that it can be shared and gone back to. */
export interface MarketplaceFilters {
  search: string
  category: CourseCategory | null
  price: PriceFilter
}

const among = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null

export const filtersIn = (search: URLSearchParams): MarketplaceFilters => ({
  search: search.get('search')?.trim().slice(0, 200) ?? '',
  category: among(courseCategories, search.get('category')),
  price: among(priceFilters, search.get('price')) ?? 'all',
})

export const layoutIn = (search: URLSearchParams): Layout => among(layouts, search.get('view')) ?? 'grid'

export const isFiltered = ({ search, category, price }: MarketplaceFilters): boolean =>
  search !== '' || category !== null || price !== 'all'

/** The address that search engines keep for what is shown: a shelf is a page of its own, its prices are views of it. */
export const keptPath = ({ category }: Pick<MarketplaceFilters, 'category'>): string =>
  category === null ? '/marketplace' : `/marketplace?${new URLSearchParams({ category })}`

/** `search` with some of its parameters changed; null takes one out. */
export function changed(search: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}
