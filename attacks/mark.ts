/** Part of every text that the attacked people write where only they may read. */
export const mark = 'zq7-private'
