/** The levels are apart from course-choices.ts, because most first visits need no levels. */
export const courseLevels = ['beginner', 'intermediate', 'advanced', 'all_levels'] as const
export type CourseLevel = (typeof courseLevels)[number]
