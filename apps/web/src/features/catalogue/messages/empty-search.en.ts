import { defineMessages } from '#web/platform/messages.ts'

/** Ways out of a search of the marketplace that finds nothing. */
export const emptySearchMessages = defineMessages('emptySearch', {
  resetFilters: 'Reset Filters',
  withoutWord: (word: string) => `Without “${word}”`,
  inAnyCategory: 'In any category',
  atAnyPrice: 'At any price',
  inAnyLanguage: 'In any language',
  atAnyLevel: 'At any level',
  ofAnyLength: 'Of any length',
  withAnyRating: 'With any rating',
})
