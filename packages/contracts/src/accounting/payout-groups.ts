export const payoutGroups = ['prepared', 'approved', 'ended'] as const
export type PayoutGroup = (typeof payoutGroups)[number]
