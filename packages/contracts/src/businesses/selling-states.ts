/**
 * `applied`: waits for approval. `approved`: sells. `limited`: sells up to an amount a day through the platform’s account,
 * and is not paid out. `suspended`: sells nothing, and its courses are not offered.
 */
export const sellingStates = ['applied', 'approved', 'limited', 'suspended'] as const
export type SellingState = (typeof sellingStates)[number]
