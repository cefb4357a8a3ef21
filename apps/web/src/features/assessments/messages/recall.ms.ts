import type { Translation } from '#web/platform/language/messages.ts'
import type { recallMessages } from './recall.en.ts'

export const recall = {
  title: 'Satu soalan tentang video ini',
  later: 'Soalan ini ditanya selepas anda menonton video.',
  lead: 'Soalan ini membantu anda mengingat. Mata dan peratusan tidak berubah.',
  answer: 'Jawab soalan',
  answered: (date) => `Anda telah menjawabnya. Soalan ini ditanya lagi pada ${date}.`,
  repeated: 'Soalan ini kembali antara soalan untuk diulang.',
  notNow: 'Lain kali',
  close: 'Tutup soalan',
  loadFailed: 'Soalan ini tidak dapat dimuatkan',
} satisfies Translation<typeof recallMessages>
