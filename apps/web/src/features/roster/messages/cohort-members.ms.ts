import type { Translation } from '#web/platform/language/messages.ts'
import type { cohortMembersMessages } from './cohort-members.en.ts'

export const cohortMembers = {
  selection: 'Pilihan',
  select: (name) => `Pilih ${name}`,
  chosen: (count) => `${count} pelajar dipilih.`,
  moveHint: 'Apa yang telah dibuka kepada pelajar kekal dibuka, dan akses sesiapa tidak dipendekkan.',
  moveInto: 'Pindah ke',
  chooseCohort: 'Pilih kohort',
  move: 'Pindahkan pelajar',
  moving: 'Memindahkan...',
  movedLearners: (count) => `${count} pelajar dipindahkan`,
  moveFailed: 'Pelajar tidak dapat dipindahkan',
  chooseNone: 'Kosongkan pilihan',
  anyCohort: 'Semua kohort',
  noCohort: 'Tanpa kohort',
} satisfies Translation<typeof cohortMembersMessages>
