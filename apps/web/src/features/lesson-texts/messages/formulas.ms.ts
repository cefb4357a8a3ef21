import type { Translation } from '#web/platform/language/messages.ts'
import type { formulaMessages } from './formulas.en.ts'

export const formulas = {
  formula: 'Formula matematik',
  source: 'Formula dalam TeX',
  sourceHint: String.raw`Contohnya x^2 + y^2 = r^2, \frac{a}{b} atau \sqrt{2}`,
  preview: 'Rupanya',
  place: 'Kedudukannya',
  inLine: 'Dalam baris teks',
  onItsOwn: 'Pada baris sendiri',
  insert: 'Masukkan formula',
  save: 'Simpan formula',
  remove: 'Buang formula',
  missing: 'Tulis formula',
  notSource: String.raw`Jangan letakkan tanda $ di sekeliling formula, dan tulis \$ untuk tanda dolar di dalamnya. Formula tidak boleh berakhir dengan garis condong terbalik.`,
  unknown: (command) => `Tiada arahan ${command}`,
  refused: (command) => `Formula dalam pelajaran tidak boleh menggunakan ${command}`,
  wrong: (near) =>
    `Formula tidak lengkap atau tidak betul berhampiran “${near}”. Semak kurungan dan arahannya.`,
  large: 'Formula ini terlalu besar untuk dipaparkan',
  loadFailed: 'Pratonton tidak dapat dimuatkan. Semak sambungan anda dan buka dialog ini semula.',
} satisfies Translation<typeof formulaMessages>
