/** Every private text of the attacked people contains this mark. */
export const mark = 'zq7-private'
