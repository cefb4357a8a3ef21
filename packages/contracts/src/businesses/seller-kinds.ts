/** `company`: Sdn Bhd, Berhad or PLT. `enterprise`: sole proprietor or partnership. `individual`: a person without a business. */
export const sellerKinds = ['company', 'enterprise', 'society', 'individual'] as const
export type SellerKind = (typeof sellerKinds)[number]

export const sellerDocumentPurposes = ['registration', 'bank', 'identity', 'other'] as const
export type SellerDocumentPurpose = (typeof sellerDocumentPurposes)[number]

/** A seller may have `most` files, and each may have `bytes` bytes. */
export const sellerDocumentLimits = { most: 5, bytes: 10 * 1_048_576, perDay: 30 } as const
