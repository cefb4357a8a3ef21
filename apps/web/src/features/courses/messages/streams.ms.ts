import type { Translation } from '#web/platform/language/messages.ts'
import type { streamsMessages } from './streams.en.ts'

export const streams = {
  prepare: 'Sediakan kualiti',
  prepareFor: (title: string) => `Sediakan kualiti ${title}`,
  again: 'Sediakan kualiti lagi',
  againFor: (title: string) => `Sediakan kualiti ${title} sekali lagi`,
  waiting: 'Kualiti: menunggu giliran',
  making: (percent: number) => `Menyediakan kualiti… ${percent}%`,
  ready: (qualities: string) => `Sedia: ${qualities}`,
  failed: (reason: string) =>
    `Kualiti tidak dapat disediakan: ${reason} Pelajar melihat video seperti yang anda muat naik.`,
  noFfmpeg: 'ffmpeg tidak dipasang pada pelayan.',
  noPicture: 'fail ini tiada gambar bergerak.',
  tooLarge: 'gambarnya terlalu besar.',
  unreadable: 'video ini rosak, atau formatnya tidak disokong.',
  tooSlow: 'ia mengambil masa terlalu lama.',
  interrupted: 'ia terganggu terlalu kerap.',
  noSpace: 'ruang cakera kosong pada pelayan tidak mencukupi.',
  requestFailed: 'Kualiti tidak dapat diminta',
} satisfies Translation<typeof streamsMessages>
