export const giftMessageMaxLength = 500
/** A gift may be mailed up to this number of days from now. */
export const giftMaxDaysAhead = 365
