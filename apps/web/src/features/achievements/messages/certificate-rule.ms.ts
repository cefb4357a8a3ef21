import type { Translation } from '#web/platform/messages.ts'
import type { certificateRuleMessages } from './certificate-rule.en.ts'

export const certificateRule = {
  title: 'Sijil',
  lead: (course) => `Sama ada pelajar mendapat sijil apabila menamatkan “${course}”.`,
  give: 'Beri sijil apabila kursus ditamatkan',
  isOn: 'Hidup: pelajar yang menamatkan semua pelajaran mendapat sijil.',
  isOff: 'Mati: tiada sijil baharu diberikan, dan halaman jualan tidak menyebut sijil.',
  issuedStay: 'Sijil yang telah dikeluarkan kekal sah. Mata kerana menamatkan kursus tetap dikira.',
  catchUp: 'Apabila anda menghidupkannya, pelajar yang sudah menamatkan kursus mendapat sijil mereka.',
  turnedOn: 'Pelajar yang menamatkan kursus mendapat sijil',
  turnedOff: 'Kursus ini tidak lagi memberi sijil',
  loadFailed: 'Tetapan tidak dapat dimuatkan. Sila cuba lagi.',
  saveFailed: 'Tetapan tidak dapat disimpan. Sila cuba lagi.',
} satisfies Translation<typeof certificateRuleMessages>
