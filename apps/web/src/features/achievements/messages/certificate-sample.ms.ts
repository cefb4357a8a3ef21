import type { Translation } from '#web/platform/language/messages.ts'
import type { certificateSampleMessages } from './certificate-sample.en.ts'

export const certificateSample = {
  heading: 'Sijil tamat kursus',
  yourName: 'Nama anda',
  sampleCourse: 'Sebuah kursus anda',
  sample: 'Contoh',
  condition: (watched, result) => {
    const needs = [
      'menamatkan semua pelajaran',
      ...(watched === null ? [] : [`menonton sekurang-kurangnya ${watched}% setiap video`]),
      ...(result === null ? [] : [`mencapai sekurang-kurangnya ${result}% dalam setiap kuiz`]),
    ]
    const all = needs.length > 1 ? `${needs.slice(0, -1).join(', ')} dan ${needs.at(-1)}` : needs[0]
    return `Milik anda apabila anda ${all}. Sesiapa yang ada pautannya boleh menyemaknya.`
  },
} satisfies Translation<typeof certificateSampleMessages>
