/** The marketplace's filters are separate from course-choices.ts because only the marketplace needs them. */
/** The ranges are below 120 minutes, 120 to 360, and above 360, by the length that cards show. */
export const courseLengths = ['under-2h', '2-6h', 'over-6h'] as const
export type CourseLength = (typeof courseLengths)[number]
/** The values are the least average of the stars, as cards show it. */
export const courseRatings = ['4.5', '4'] as const
export type LeastRating = (typeof courseRatings)[number]
