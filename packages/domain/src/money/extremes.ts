/** Finds the least and the greatest of any number of values. `Math.max(...values)` fails above some 120,000 values. */

export const highest = (values: readonly number[], least = -Infinity): number =>
  values.reduce((most, value) => Math.max(most, value), least)

export const lowest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Infinity)
