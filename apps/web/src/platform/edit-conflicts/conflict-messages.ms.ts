import type { conflictMessages } from './conflict-messages.en.ts'
import type { Translation } from '../language/messages.ts'

export const conflict = {
  title: 'Telah diubah semasa anda menyunting',
  lead: 'Teks anda tidak hilang. Pilih apa yang hendak disimpan bagi setiap medan.',
  mine: 'Milik anda, belum disimpan',
  byPerson: (name, when) => `${name}, ${when}`,
  byYou: (when) => `Anda, di tab atau peranti lain, ${when}`,
  somebody: 'Orang lain',
  both: 'Kedua-duanya, satu demi satu',
  bothHint: 'Teks yang telah disimpan dahulu, kemudian teks anda. Anda boleh mengemaskannya selepas itu.',
  empty: '(kosong)',
  chooseOne: 'Pilih apa yang hendak disimpan',
  back: 'Kembali ke borang',
  save: 'Simpan pilihan ini',
} satisfies Translation<typeof conflictMessages>
