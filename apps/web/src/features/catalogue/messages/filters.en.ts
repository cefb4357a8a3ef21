import { defineMessages } from '#web/platform/language/messages.ts'

export const courseFiltersMessages = defineMessages('courseFilters', {
  filters: 'Filters',
  filtersOn: (count: number) => `Filters, ${count} on`,
  title: 'Filter courses',
  any: 'Any',
  length: 'Length',
  'length:under-2h': 'Under 2 hours',
  'length:2-6h': '2 to 6 hours',
  'length:over-6h': 'Over 6 hours',
  rating: 'Rating',
  'rating:4': '4 stars and up',
  'rating:4.5': '4.5 stars and up',
  show: 'Show courses',
  clear: 'Clear',
  applied: 'Filters in use',
  remove: (filter: string) => `Remove filter: ${filter}`,
})
