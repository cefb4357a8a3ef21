/**
 * Every query parameter that a page reads by name, and the language, which links and forms carry along. The server
 * removes all others (fbclid, gclid, utm_source and similar) from an
 * address before it renders the page, so that they cause no extra rendering. scripts/page-parameters.test.ts
 * compares this list with what the pages read.
 */
export const pageParameters: readonly string[] = [
  'category',
  'courseId',
  'groups',
  'invite',
  'lang',
  'module',
  'month',
  'order',
  'page',
  'part',
  'people',
  'price',
  'purchase_id',
  'question',
  'redirect',
  'scope',
  'search',
  'seller',
  'sellerId',
  'show',
  'sort',
  'state',
  'status',
  'tab',
  'view',
]
