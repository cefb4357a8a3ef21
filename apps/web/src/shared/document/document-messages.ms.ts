import type { Translation } from '../../platform/language/messages.ts'
import type { documentMessages } from './document-messages.en.ts'

export const documentViewer = {
  loading: 'Dokumen sedang dimuatkan',
  pageOf: (page: number, pages: number) => `Halaman ${page} daripada ${pages}`,
  pageFailed: 'Halaman ini tidak dapat dipaparkan.',
  asText: 'Teks',
  asPages: 'Halaman',
  noText: 'Halaman ini tiada teks. Halaman ini sebuah gambar: lihat di bawah Halaman.',
  zoomIn: 'Zum masuk',
  zoomOut: 'Zum keluar',
  search: 'Cari dalam dokumen ini',
  find: 'Cari',
  nextMatch: 'Padanan seterusnya',
  previousMatch: 'Padanan sebelumnya',
  closeSearch: 'Tutup carian',
  searching: 'Sedang mencari…',
  noMatch: 'Tiada padanan',
  matchOf: (at: number, found: string) => `${at} / ${found}`,
  download: 'Muat turun dokumen',
  unreachable: 'Dokumen tidak dapat dimuatkan.',
  damaged: 'Fail ini rosak dan tidak dapat dipaparkan.',
  password:
    'Fail ini dilindungi kata laluan dan tidak dapat dipaparkan di sini. Buka fail ini di tab baharu.',
  unshown: 'Pelayar ini tidak dapat memaparkan dokumen. Buka dokumen di tab baharu.',
} satisfies Translation<typeof documentMessages>
