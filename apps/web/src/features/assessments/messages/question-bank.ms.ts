import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { questionBankMessages } from './question-bank.en.ts'

export const questionBank = {
  addTitle: 'Tambah soalan daripada bank',
  addOneTitle: 'Ambil soalan daripada bank',
  addText: 'Soalan ditambah sebagai salinan. Mengubah salinan tidak mengubah bank.',
  addChosen: (count: number) => (count === 0 ? 'Tambah soalan' : `Tambah ${figure(count)} soalan`),
  added: (count: number) => `${figure(count)} soalan telah ditambah.`,
  notAfterVideo: 'Kod dan jawapan untuk dinilai tidak boleh ditanya selepas video.',
  search: 'Cari dalam bank',
  tag: 'Label',
  anyTag: 'Semua label',
  failed: 'Bank tidak dapat dimuatkan',
  empty: 'Bank ini kosong',
  emptyHint: 'Simpan soalan ke dalam bank, dan tambahkannya ke kuiz lain penjual yang sama dari sini.',
  none: 'Tiada soalan yang sepadan',
  noneHint: 'Cuba perkataan lain atau label lain.',
  shownOf: (shown: number, total: number) =>
    `${figure(shown)} soalan terbaharu daripada ${figure(total)}. Cari untuk menemui yang lain.`,
  remove: (question: string) => `Padam daripada bank: ${question}`,
  removeAsk: 'Padam soalan ini daripada bank? Salinan dalam kuiz kekal.',
  removeYes: 'Padam daripada bank',
  removeNo: 'Kekalkan',
  removing: 'Sedang dipadam…',
  removeFailed: 'Soalan tidak dapat dipadam.',

  title: 'Bank soalan',
  save: 'Simpan ke dalam bank',
  update: 'Kemas kini dalam bank',
  saveTitle: 'Simpan soalan ini ke dalam bank',
  updateTitle: 'Kemas kini soalan ini dalam bank',
  saveText: 'Semua yang menyunting kursus penjual ini boleh menggunakannya.',
  updateText:
    'Kuiz yang mempunyai salinan menunjukkan bahawa soalan telah diubah; kuiz itu tidak berubah dengan sendirinya.',
  tags: 'Label',
  tagsHint: 'Dipisahkan dengan koma, paling banyak 10, contohnya: orbit, mudah.',
  saving: 'Sedang disimpan…',
  saveFailed: 'Soalan tidak dapat disimpan ke dalam bank.',
  saved: 'Soalan ada dalam bank.',
  needsText: 'Tulis soalan dahulu.',
  isCopy: 'Soalan ini ialah salinan daripada bank.',
  isChanged: 'Soalan ini telah diubah dalam bank sejak disalin.',
  take: 'Ambil perubahan',
  isGone: 'Soalan asal salinan ini tiada lagi dalam bank.',
  checkFailed: 'Perubahan dalam bank tidak dapat disemak.',
  retry: 'Semak semula',
} satisfies Translation<typeof questionBankMessages>
