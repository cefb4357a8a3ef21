import type { Translation } from '#web/platform/language/messages.ts'
import type { changedDocumentMessages } from './changed-documents.en.ts'

export const changedDocuments = {
  accountStays: 'Akaun anda kekal',
  deletionCancelled: 'Akaun anda kekal: log masuk ini telah membatalkan pemadamannya.',
  noticeLabel: 'Dokumen yang berubah',
  changed: (title: string, day: string) => `Kami mengubah ${title} pada ${day}`,
  read: 'Baca',
  'terms 2026-11-23': 'sijil boleh ditarik balik atas sebab yang dinyatakan.',
  'privacy 2026-11-26': 'sebab dan tempoh setiap jenis rekod disimpan dinyatakan.',
  'privacy 2026-11-27': 'kami menyimpan versinya yang telah anda terima.',
  'privacy 2026-11-30': 'ia menyebut nota pasukan penjual tentang anda.',
} satisfies Translation<typeof changedDocumentMessages>
