/** Returns the value of a key that a file or a request has named, and nothing of the prototype for a key such as `constructor`. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
