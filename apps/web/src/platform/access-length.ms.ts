import type { accessLengthMessages } from './access-length.en.ts'
import type { Translation } from './messages.ts'
import { figure } from './numbers.ts'

export const accessLength = {
  days: (days) => `${figure(days)} hari`,
  months: (months) => `${figure(months)} bulan`,
  accessFor: (length) => `Akses selama ${length}`,
} satisfies Translation<typeof accessLengthMessages>
