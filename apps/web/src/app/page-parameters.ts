import { courseCategories, courseSorts } from '@apogee/contracts/course-choices.ts'
import { languages } from '@apogee/domain/languages.ts'
import { layouts, priceFilters } from '#web/features/catalogue/filters.ts'

/**
 * The list holds every query parameter that a page reads by name, and the language, which links and forms carry along. The server
 * removes all others (fbclid, gclid, utm_source and similar) from an address before it renders the page, so that they cause no
 * extra rendering. scripts/checks/page-parameters.test.ts compares this list with the parameters that pages read.
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

/** The values of these parameters are chosen from a list. */
const listedValues = new Map<string, readonly string[]>([
  ['category', courseCategories],
  ['lang', languages],
  ['price', priceFilters],
  ['sort', courseSorts],
  ['view', layouts],
])

/** Returns whether the query is one of finitely many: it contains no typed text, number or arbitrary value. */
export const hasOnlyListedValues = (query: URLSearchParams): boolean =>
  [...query].every(([name, value]) => listedValues.get(name)?.includes(value))
