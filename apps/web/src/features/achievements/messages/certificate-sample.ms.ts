import type { Translation } from '#web/platform/messages.ts'
import type { certificateSampleMessages } from './certificate-sample.en.ts'

export const certificateSample = {
  heading: 'Sijil tamat kursus',
  yourName: 'Nama anda',
  sample: 'Contoh',
  condition: 'Milik anda apabila semua pelajaran selesai. Sesiapa yang ada pautannya boleh menyemaknya.',
} satisfies Translation<typeof certificateSampleMessages>
