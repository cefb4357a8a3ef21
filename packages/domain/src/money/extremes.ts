/** `Math.max(...values)` fails for some 120,000 values. These functions accept any number of values. */

export const highest = (values: readonly number[], least = -Infinity): number =>
  values.reduce((most, value) => Math.max(most, value), least)

export const lowest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Infinity)
