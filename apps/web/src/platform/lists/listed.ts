/** Returns, for example, `A, B and C`. */
export const listed = (items: readonly string[], and: string): string =>
  [items.slice(0, -1).join(', '), items.at(-1)].filter(Boolean).join(` ${and} `)
