import * as z from 'zod/mini'
import { languages } from '@apogee/domain/languages.ts'
import { courseCategories } from '../course-choices.ts'
import { courseLevels } from '../course-levels.ts'
import { descriptionMaxLength, fileTypes, priceMaxCents, titleMaxLength } from '../limits.ts'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { atMost, filledLine, filledText, text } from '../texts.ts'

export const courseTitle = filledLine('Title is required', titleMaxLength)
export const courseDescription = filledText('Description is required', descriptionMaxLength)
export const priceCents = z
  .int('Price must be a whole number of sen')
  .check(
    z.minimum(0, 'Price must not be negative'),
    z.maximum(priceMaxCents, 'Price must be at most RM 10,000.00'),
  )
/** A sale price is above 0. To give a course away, its author sets the price to 0. */
export const salePriceCents = z
  .int('Price must be a whole number of sen')
  .check(
    z.minimum(1, 'The sale price must be above 0'),
    z.maximum(priceMaxCents, 'Price must be at most RM 10,000.00'),
  )
export const category = z.enum(courseCategories)
export const courseLanguage = z.enum(languages)
export const courseLevel = z.enum(courseLevels)
export const imageUrl = z.string().check(atMost(500))

/** Holds the dialog's values as typed; {@link parseRinggit} converts ringgit to sen. */
export const courseDialogForm = z.object({
  title: courseTitle,
  description: courseDescription,
  instructorId: filledLine('Instructor is required', 20),
  price: z.string().check(
    z.refine((typed) => (parseRinggit(typed) ?? Infinity) <= priceMaxCents, {
      error: 'Price must be between 0 and 10000, with at most two decimals',
    }),
  ),
  isPrivate: z.boolean(),
  category: z.optional(z.union([category, z.literal('')])),
  language: z.optional(z.union([courseLanguage, z.literal('')])),
  level: z.optional(z.union([courseLevel, z.literal('')])),
  allowsOfflineVideo: z.optional(z.boolean()),
  /** An empty text means that there is no sale. The sale starts and ends at times in Kuala Lumpur. */
  salePrice: z.optional(
    z.string().check(
      z.refine((typed) => typed.trim() === '' || (parseRinggit(typed) ?? 0) > 0, {
        error: 'Enter the sale price in RM, such as 49 or 49.90',
      }),
    ),
  ),
  saleStartsAt: z.optional(z.string()),
  saleEndsAt: z.optional(z.string()),
})

export const moduleForm = z.object({
  title: filledLine('Title is required', titleMaxLength),
  description: z.optional(text(descriptionMaxLength)),
})

export const fileType = z.enum(fileTypes)
