export const lessonSearchLimits = { shortestQuery: 2, longestQuery: 100 } as const
