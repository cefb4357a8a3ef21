import type { Translation } from '#web/platform/language/messages.ts'
import type { emptySearchMessages } from './empty-search.en.ts'

export const emptySearch = {
  resetFilters: 'Set Semula Penapis',
  withoutWord: (word: string) => `Tanpa “${word}”`,
  inAnyCategory: 'Dalam mana-mana kategori',
  atAnyPrice: 'Pada mana-mana harga',
  inAnyLanguage: 'Dalam mana-mana bahasa',
  atAnyLevel: 'Pada mana-mana tahap',
  ofAnyLength: 'Dengan apa-apa tempoh',
  withAnyRating: 'Dengan apa-apa penarafan',
  browse: 'Atau pilih kategori:',
} satisfies Translation<typeof emptySearchMessages>
