import { courseCategories, courseSorts } from '@apogee/contracts/course-choices.ts'
import { languages } from '@apogee/domain/languages.ts'
import { layouts, priceFilters } from '#web/features/catalogue/filters.ts'

/**
 * Every query parameter that a page reads by name, and the language, which links and forms carry along. The server
 * removes all others (fbclid, gclid, utm_source and similar) from an
 * address before it renders the page, so that they cause no extra rendering. scripts/page-parameters.test.ts
 * compares this list with what the pages read.
 */
export const pageParameters: readonly string[] = [
  'category',
  'cohort',
  'courseId',
  'group',
  'groups',
  'invite',
  'lang',
  'language',
  'length',
  'level',
  'module',
  'month',
  'note',
  'order',
  'page',
  'part',
  'people',
  'preview',
  'price',
  'purchase_id',
  'question',
  'rating',
  'redirect',
  'resource',
  'scope',
  'search',
  'seller',
  'sellerId',
  'show',
  'sort',
  'source',
  'state',
  'status',
  'tab',
  'view',
]

/** Parameters whose values are chosen from a list. */
const listedValues = new Map<string, readonly string[]>([
  ['category', courseCategories],
  ['lang', languages],
  ['price', priceFilters],
  ['sort', courseSorts],
  ['view', layouts],
])

/** Whether an address has one of finitely many queries: nothing typed, counted or made up. */
export const hasOnlyListedValues = (query: URLSearchParams): boolean =>
  [...query].every(([name, value]) => listedValues.get(name)?.includes(value))
