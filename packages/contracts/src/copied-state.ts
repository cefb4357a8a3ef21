/** Apart from limits.ts: public pages that copy a link need this, and none of the limits of forms. */
export const copiedStateMs = 3000
