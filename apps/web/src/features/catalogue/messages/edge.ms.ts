import type { Translation } from '#web/platform/messages.ts'
import { figure } from '#web/platform/numbers.ts'
import type { edgeMessages } from './edge.en.ts'

export const edgeMalay = {
  resetFilters: 'Set Semula Penapis',
  withoutWord: (word: string) => `Tanpa “${word}”`,
  inAnyCategory: 'Dalam mana-mana kategori',
  atAnyPrice: 'Pada mana-mana harga',
  featuredInstructors: 'Pengajar pilihan',
  featuredHint: 'Mereka yang kursusnya paling banyak diambil.',
  courses: (count: number) => `${figure(count)} kursus`,
  teaches: (title: string) => `Mengajar ${title}`,
  students: (count: number) => `${figure(count)} pelajar`,
} satisfies Translation<typeof edgeMessages>
