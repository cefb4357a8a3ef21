import { courseCategories, courseSorts } from '@apogee/contracts/course-choices.ts'
import { languages } from '@apogee/domain/languages.ts'
import { layouts, priceFilters } from '#web/features/catalogue/filters.ts'

/**
 * Lists every query parameter that a page reads by name, and the language, which links and forms carry along. Before the server
 * renders a page, it removes all other parameters (fbclid, gclid, utm_source and similar), so that they cause no extra rendering.
 * scripts/checks/page-parameters.test.ts compares this list with the parameters that pages read.
 */
export const pageParameters: readonly string[] = [
  'bundles',
  'category',
  'cohort',
  'courseId',
  'courses',
  'from',
  'group',
  'groups',
  'invite',
  'item',
  'kind',
  'lang',
  'language',
  'length',
  'level',
  'module',
  'month',
  'new',
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
  'stoppedAt',
  'status',
  'tab',
  'to',
  'view',
]

/** These parameters have a fixed set of values. */
const listedValues = new Map<string, readonly string[]>([
  ['category', courseCategories],
  ['lang', languages],
  ['price', priceFilters],
  ['sort', courseSorts],
  ['view', layouts],
])

/** Returns whether the query has a fixed set of values: it contains no typed text, number or other arbitrary value. */
export const hasOnlyListedValues = (query: URLSearchParams): boolean =>
  [...query].every(([name, value]) => listedValues.get(name)?.includes(value))
