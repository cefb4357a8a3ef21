import type { Translation } from '../../platform/language/messages.ts'
import type { codeMessages } from './code-messages.en.ts'

export const code = {
  haveCode: 'Ada kod diskaun?',
  code: 'Kod diskaun',
  apply: 'Gunakan',
  checking: 'Menyemak...',
  without: 'Teruskan tanpa kod',
  applied: (code: string) => `${code} diterima`,
  brought: (code: string) => `${code} digunakan pada troli anda.`,
  stays: (kept: string, other: string) =>
    `${kept} kekal dalam troli anda, kerana ${other} tidak menjadikannya lebih murah.`,
  replaces: (code: string, before: string) =>
    `${code} digunakan pada troli anda menggantikan ${before}, kerana anda membayar kurang dengannya.`,
  notCompared: (kept: string, other: string) =>
    `${kept} kekal dalam troli anda. ${other} tidak dapat dibandingkan dengannya.`,
  asking: (code: string) => `Menyemak ${code}...`,
  remove: 'Buang',
  removeCode: (code: string) => `Buang kod ${code}`,
  failed: 'Kod itu tidak dapat disemak. Harga ditunjukkan tanpanya.',
  unknown: 'Kod ini tidak wujud. Semak ejaannya.',
  not_started: 'Kod ini belum boleh digunakan.',
  expired: 'Kod ini telah tamat tempoh.',
  used_up: 'Kod ini telah habis digunakan.',
  used_by_you: 'Anda sudah menggunakan kod ini.',
  other_courses: 'Kod ini tidak terpakai bagi kursus anda.',
  other_course: 'Kod ini tidak terpakai bagi kursus ini.',
  nothing_to_pay: 'Tiada apa-apa untuk dibayar, jadi anda tidak memerlukan kod.',
} satisfies Translation<typeof codeMessages>
