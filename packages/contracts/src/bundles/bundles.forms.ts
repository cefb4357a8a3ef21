import * as z from 'zod/mini'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { descriptionMaxLength, priceMaxCents, titleMaxLength } from '../limits.ts'
import { filledLine, text } from '../texts.ts'
import { bundleMaxCourses } from './bundle-limits.ts'

export const bundleTitle = filledLine('Title is required', titleMaxLength)
export const bundleDescription = text(descriptionMaxLength)

const isPrice = (typed: string): boolean => {
  const cents = parseRinggit(typed)
  return cents !== null && cents > 0 && cents <= priceMaxCents
}

/** Holds the values of the editor as typed. */
export const bundleForm = z.object({
  title: bundleTitle,
  description: bundleDescription,
  price: z.string().check(
    z.refine(isPrice, {
      error: 'Price must be above 0 and at most RM 10,000.00, with at most two decimals',
    }),
  ),
  courseIds: z
    .array(z.int())
    .check(
      z.minLength(2, 'Choose at least two courses'),
      z.maxLength(bundleMaxCourses, `Choose at most ${bundleMaxCourses} courses`),
    ),
  coverCourseId: z.string().check(z.maxLength(15)),
})
