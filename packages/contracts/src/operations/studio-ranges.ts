export const studioRanges = [1, 7, 30, 90] as const
