import type { Translation } from '#web/platform/language/messages.ts'
import { figure, type Count } from '#web/platform/language/numbers.ts'
import type { wishlistMessages } from './wishlist.en.ts'

export const wishlist = {
  add: 'Tambah ke senarai hajat',
  onIt: 'Dalam senarai hajat anda',
  changeFailed: 'Senarai hajat tidak dapat diubah',
  failed: 'Senarai hajat anda tidak dapat dimuatkan',
  none: 'Senarai hajat anda kosong',
  noneHint: 'Tambah kursus di halamannya untuk menemuinya semula di sini.',
  toMarketplace: 'Pergi ke pasaran',
  shownOf: (shown: number, total: Count) => `${figure(shown)} daripada ${figure(total)} kursus`,
  showMore: 'Tunjukkan lagi',
  free: 'Percuma',
  remove: 'Keluarkan',
  removeNamed: (title: string) => `Keluarkan ${title} daripada senarai hajat anda`,
  removed: (title: string) => `${title} tiada lagi dalam senarai hajat anda.`,
  undo: 'Buat asal',
} satisfies Translation<typeof wishlistMessages>
