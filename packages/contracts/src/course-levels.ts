/** Apart from course-choices.ts: most first visits need no levels. What a course asks of its learners. */
export const courseLevels = ['beginner', 'intermediate', 'advanced', 'all_levels'] as const
export type CourseLevel = (typeof courseLevels)[number]
