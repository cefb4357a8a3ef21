import type { Translation } from '#web/platform/language/messages.ts'
import type { courseFiltersMessages } from './filters.en.ts'

export const courseFilters = {
  filters: 'Penapis',
  filtersOn: (count) => `Penapis, ${count} digunakan`,
  title: 'Tapis kursus',
  any: 'Semua',
  length: 'Tempoh',
  'length:under-2h': 'Kurang daripada 2 jam',
  'length:2-6h': '2 hingga 6 jam',
  'length:over-6h': 'Lebih daripada 6 jam',
  rating: 'Penarafan',
  'rating:4': '4 bintang ke atas',
  'rating:4.5': '4.5 bintang ke atas',
  show: 'Tunjukkan kursus',
  clear: 'Kosongkan',
  applied: 'Penapis yang digunakan',
  remove: (filter) => `Buang penapis: ${filter}`,
} satisfies Translation<typeof courseFiltersMessages>
