/** Characters of a search in transcripts. */
export const transcriptSearchLimits = { shortestQuery: 2, longestQuery: 100 } as const
