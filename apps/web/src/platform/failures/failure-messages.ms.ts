import type { failureMessages } from './failure-messages.en.ts'
import type { Translation } from '../language/messages.ts'

export const failure = {
  noAnswer: 'Apogee tidak menjawab. Semak sambungan anda. Tiada apa-apa yang anda isi hilang.',
  ourFault: 'Ada kegagalan di pihak kami. Tiada apa-apa yang anda isi hilang. Sila cuba lagi dalam seminit.',
  reference: (id: string) => `Jika ia berterusan, beritahu sokongan rujukan ini: ${id}`,
} satisfies Translation<typeof failureMessages>
