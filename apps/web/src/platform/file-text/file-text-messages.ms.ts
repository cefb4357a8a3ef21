import type { Translation } from '../language/messages.ts'
import type { fileTextMessages } from './file-text-messages.en.ts'

export const fileText = {
  encoding: 'Pengekodan fail',
  sample: (line) => `Fail ini tidak menyatakan pengekodannya. Inilah bacaannya: ${line}`,
  choose: 'Fail ini tidak menyatakan pengekodannya. Pilih yang lain.',
  refused: (encoding) => `Fail ini tidak dapat dibaca sebagai teks ${encoding}. Simpan semula sebagai UTF-8.`,
  unreadable: 'Fail tidak dapat dibaca',
} satisfies Translation<typeof fileTextMessages>
