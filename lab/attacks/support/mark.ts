/** The attacked people's private texts contain this mark. */
export const mark = 'zq7-private'
