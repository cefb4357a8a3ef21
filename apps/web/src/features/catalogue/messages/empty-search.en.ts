import { defineMessages } from '#web/platform/language/messages.ts'

export const emptySearchMessages = defineMessages('emptySearch', {
  resetFilters: 'Reset Filters',
  withoutWord: (word: string) => `Without “${word}”`,
  inAnyCategory: 'In any category',
  atAnyPrice: 'At any price',
  inAnyLanguage: 'In any language',
  atAnyLevel: 'At any level',
  ofAnyLength: 'Of any length',
  withAnyRating: 'With any rating',
  browse: 'Or choose a category:',
})
