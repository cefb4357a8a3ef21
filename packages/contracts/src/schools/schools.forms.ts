/** Validates the texts of a school page, in the browser and on the server. */
import * as z from 'zod/mini'
import { atMost, text } from '../texts.ts'
import { schoolLimits } from './school-limits.ts'
import { isReservedSchoolName, isSchoolName } from './school-names.ts'

const nameRule = 'Use 3 to 40 small letters a to z, digits and single hyphens, with at least one letter'

/** '' keeps the number of the seller as the name in the address. */
const name = z.string().check(
  z.trim(),
  atMost(schoolLimits.longestName),
  z.overwrite((typed) => typed.toLowerCase()),
  z.refine((typed) => typed === '' || isSchoolName(typed), { error: nameRule, abort: true }),
  z.refine((typed) => !isReservedSchoolName(typed), 'This word cannot be the address of a school'),
)

export const schoolForm = z.object({ name, intro: text(schoolLimits.introLength) })
export type SchoolForm = z.infer<typeof schoolForm>
