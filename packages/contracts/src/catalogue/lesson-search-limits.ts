/** Characters of a search in the lessons of a course. */
export const lessonSearchLimits = { shortestQuery: 2, longestQuery: 100 } as const
