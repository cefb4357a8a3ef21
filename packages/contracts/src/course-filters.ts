/** Values of the marketplace's filters beside those of course-choices.ts. Apart: only the marketplace needs them. */
/** By the length that cards show: below 120 minutes, 120 to 360, above. */
export const courseLengths = ['under-2h', '2-6h', 'over-6h'] as const
export type CourseLength = (typeof courseLengths)[number]
/** The least average of the stars, as cards show it. */
export const courseRatings = ['4.5', '4'] as const
export type LeastRating = (typeof courseRatings)[number]
