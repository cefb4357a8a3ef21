import type { failureMessages } from './failure-messages.en.ts'
import type { Translation } from './messages.ts'

export const failureMalay = {
  noAnswer: 'Tiada jawapan daripada Apogee. Semak sambungan anda; tiada apa-apa milik anda yang hilang.',
  ourFault:
    'Masalah ini di pihak kami dan tiada apa-apa milik anda yang hilang. Biasanya ia selesai dalam seminit.',
  reference: (id: string) => `Jika ia berterusan, beritahu sokongan rujukan ini: ${id}`,
} satisfies Translation<typeof failureMessages>
