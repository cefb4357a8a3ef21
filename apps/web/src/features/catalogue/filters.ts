import {
  courseCategories,
  courseSorts,
  type CourseCategory,
  type CourseSort,
} from '@apogee/contracts/course-choices.ts'
import {
  courseLengths,
  courseRatings,
  type CourseLength,
  type LeastRating,
} from '@apogee/contracts/course-filters.ts'
import { courseLevels, type CourseLevel } from '@apogee/contracts/course-levels.ts'
import { languages, type Language } from '@apogee/domain/languages.ts'

export const priceFilters = ['all', 'free', 'paid'] as const
export type PriceFilter = (typeof priceFilters)[number]
export const layouts = ['grid', 'list'] as const
export type Layout = (typeof layouts)[number]

/** The filters restrict courses by facts; their values are in the address. */
export const factChoices = {
  language: languages,
  level: courseLevels,
  length: courseLengths,
  rating: courseRatings,
} as const
export type FactName = keyof typeof factChoices

/** The filters are in the address, for sharing and Back. */
export interface MarketplaceFilters {
  search: string
  category: CourseCategory | null
  price: PriceFilter
  facts: {
    language: Language | undefined
    level: CourseLevel | undefined
    length: CourseLength | undefined
    rating: LeastRating | undefined
  }
  sort: CourseSort
  /** Pages count from 1. */
  page: number
}

const among = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null

const listSorts = courseSorts.filter((sort) => sort !== 'relevance')

/** Returns the orders that a list offers; without a search relevance is omitted. */
export const sortsFor = (search: string): readonly CourseSort[] =>
  search === '' ? listSorts : ['relevance', ...listSorts]

/** Returns the sort order that applies when the address names none. */
export const usualSort = (search: string): CourseSort => (search === '' ? 'newest' : 'relevance')

const wordsIn = (search: URLSearchParams): string => search.get('search')?.trim().slice(0, 200) ?? ''

export const filtersIn = (search: URLSearchParams): MarketplaceFilters => ({
  search: wordsIn(search),
  category: among(courseCategories, search.get('category')),
  price: among(priceFilters, search.get('price')) ?? 'all',
  facts: {
    language: among(languages, search.get('language')) ?? undefined,
    level: among(courseLevels, search.get('level')) ?? undefined,
    length: among(courseLengths, search.get('length')) ?? undefined,
    rating: among(courseRatings, search.get('rating')) ?? undefined,
  },
  sort: among(sortsFor(wordsIn(search)), search.get('sort')) ?? usualSort(wordsIn(search)),
  page: /^[1-9]\d{0,4}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1,
})

export const layoutIn = (search: URLSearchParams): Layout => among(layouts, search.get('view')) ?? 'grid'

export const isFiltered = ({
  search,
  category,
  price,
  facts,
}: Pick<MarketplaceFilters, 'search' | 'category' | 'price' | 'facts'>): boolean =>
  search !== '' ||
  category !== null ||
  price !== 'all' ||
  Object.values(facts).some((value) => value !== undefined)

/** Returns the canonical address: a category is its own page, prices are views of it. */
export const pathWithFilters = ({ category }: Pick<MarketplaceFilters, 'category'>): string =>
  category === null ? '/marketplace' : `/marketplace?${new URLSearchParams({ category })}`

/** Returns `search` with changed parameters; null removes one. A changed filter starts at its first page. */
export function changed(search: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('page')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** Links keep these parameters in a fixed order, so that the server renders the same link whatever else the address contains. */
const carriedByLinks = [
  'category',
  'lang',
  'language',
  'length',
  'level',
  'page',
  'price',
  'rating',
  'search',
  'sort',
  'view',
] as const

export function addressWith(search: URLSearchParams, changes: Record<string, string | null>): string {
  const wanted = changed(search, changes)
  const query = new URLSearchParams()
  for (const name of carriedByLinks) {
    const value = wanted.get(name)
    if (value !== null) query.set(name, value)
  }
  return query.size === 0 ? '/marketplace' : `/marketplace?${query}`
}

export const noFilters = {
  search: null,
  category: null,
  price: null,
  language: null,
  level: null,
  length: null,
  rating: null,
}

/** Fields outside of the search form's element belong to the form through this id. */
export const searchFormId = 'marketplace-search'
