export const sellerNoteMaxLength = 2000
export const sellerReason = { min: 10, max: 500 } as const
