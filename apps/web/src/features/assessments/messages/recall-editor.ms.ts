import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { recallEditorMessages } from './recall-editor.en.ts'

export const recallEditor = {
  title: (video) => `Soalan selepas “${video}”`,
  lead: 'Pelajar menjawabnya selepas video. Mata, peratusan dan sijil tidak berubah, dan soalan ini kembali kepada mereka selepas beberapa hari.',
  loadFailed: 'Soalan ini tidak dapat dimuatkan',
  fromBank: 'Ambil daripada bank',
  save: 'Simpan soalan',
  saving: 'Sedang disimpan...',
  saved: 'Soalan ini ditanya selepas video',
  saveFailed: 'Soalan ini tidak dapat disimpan',
  incomplete: (count) => `${figure(count)} medan belum lengkap.`,
  waitForUpload: 'Gambar sedang dimuat naik. Simpan apabila gambar sudah ada.',
  field: 'Soalan',
  remove: 'Buang soalan',
  removeTitle: 'Buang soalan ini?',
  removeText:
    'Soalan ini tidak lagi ditanya selepas video, dan tidak kembali kepada pelajar yang telah menjawabnya.',
  removing: 'Sedang dibuang...',
  removed: 'Tiada soalan ditanya selepas video',
  removeFailed: 'Soalan ini tidak dapat dibuang',
} satisfies Translation<typeof recallEditorMessages>
