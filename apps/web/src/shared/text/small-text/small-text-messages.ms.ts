import type { Translation } from '#web/platform/language/messages.ts'
import type { smallTextMessages } from './small-text-messages.en.ts'

export const smallText = {
  toolbar: 'Format teks',
  bold: 'Tebal',
  italic: 'Condong',
  code: 'Kod dalam baris',
  link: 'Pautan',
  bulletList: 'Senarai bertitik',
  orderedList: 'Senarai bernombor',
  heading: 'Tajuk',
  subheading: 'Subtajuk',
  codeBlock: 'Blok kod',
  undo: 'Buat asal',
  redo: 'Buat semula',
  linkAddress: 'Alamat pautan',
  linkHint: 'https://example.com, alamat e-mel, atau halaman laman ini seperti /courses',
  linkWrong: 'Masukkan alamat web, alamat e-mel, atau halaman laman ini',
  saveLink: 'Simpan pautan',
  removeLink: 'Buang pautan',
  closeLink: 'Tutup',
  keptPlain: 'Teks ini disunting seperti ditaip: pemformatan akan mengubah bahagian lain.',
  unavailable:
    'Pemformatan tidak tersedia sekarang. Teks anda kekal: teruskan menulis, atau tekan alat untuk mencuba lagi.',
} satisfies Translation<typeof smallTextMessages>
