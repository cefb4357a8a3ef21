import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { accessLengthMessages } from './access-length.en.ts'
import type { Translation } from './messages.ts'

/** `30 days` or `12 months`. */
export const lengthInWords = (access: AccessLength, text: Translation<typeof accessLengthMessages>): string =>
  'days' in access ? text.days(access.days) : text.months(access.months)
