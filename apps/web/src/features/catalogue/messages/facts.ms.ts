import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { salesFactsMessages } from './facts.en.ts'

export const salesFacts = {
  heading: 'Sepintas lalu',
  length: 'Tempoh',
  ofVideo: (length) => `${length} video`,
  ofReading: (length) => `${length} bacaan`,
  contents: 'Kandungan',
  videos: (count: number) => `${figure(count)} video`,
  documents: (count: number) => `${figure(count)} dokumen`,
  texts: (count: number) => `${figure(count)} pelajaran teks`,
  quizzes: (count: number) => `${figure(count)} kuiz`,
  exercises: (count: number) => `${figure(count)} latihan`,
  captions: 'Kapsyen',
  someVideos: (language) => `${language} (sebahagian video)`,
  live: 'Sesi langsung',
  liveNext: (count: number, start: string, length: string) =>
    `${figure(count)} sesi langsung, seterusnya pada ${start}, ${length}`,
  updated: 'Kemas kini terakhir',
  included: 'Termasuk',
  access: 'Akses seumur hidup pada telefon dan komputer riba',
  certificate: 'Sijil tamat kursus',
} satisfies Translation<typeof salesFactsMessages>
