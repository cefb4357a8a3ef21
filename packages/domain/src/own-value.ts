/**
 * Returns the value of a key that a file or a request has named. A key such as `constructor` finds nothing, because the prototype
 * is not searched.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
