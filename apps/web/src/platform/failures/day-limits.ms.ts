import type { DayLimit, dayLimitSentences } from '@apogee/contracts/day-limits.ts'
import { timeInWords } from '../language/dates.ts'

/** Translates the sentences about daily limits to Malay. The English sentences come from the server. */
export const dayLimits = {
  LIMIT_OF_DAY: ({ most, from }: DayLimit) =>
    `Tindakan ini boleh dibuat ${most} kali dalam sehari. Sila cuba lagi selepas ${timeInWords(from, 'ms')}.`,
  COURSES_OF_DAY: ({ most, from }: DayLimit) =>
    `Anda boleh membuat ${most} kursus dalam sehari. Sila buat yang seterusnya selepas ${timeInWords(from, 'ms')}.`,
} satisfies typeof dayLimitSentences
