/** The marketplace's filters are separate from course-choices.ts because only the marketplace needs them. */
/** The length of a course in minutes is below 120, 120 to 360, or above 360, as cards show it. */
export const courseLengths = ['under-2h', '2-6h', 'over-6h'] as const
export type CourseLength = (typeof courseLengths)[number]
/** Holds the least average rating in stars, as cards show it. */
export const courseRatings = ['4.5', '4'] as const
export type LeastRating = (typeof courseRatings)[number]
