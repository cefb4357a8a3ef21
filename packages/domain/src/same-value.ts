/**
 * Returns true if the returned value equals the expected one. Both are plain JSON. Numbers may differ by a billionth of their size.
 * The order of an object's keys does not matter.
 */
export function isSameValue(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(expected - actual) <= 1e-9 * Math.max(1, Math.abs(expected))
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, place) => isSameValue(item, actual[place]))
    )
  }
  if (!isObject(expected) || !isObject(actual)) return expected === actual
  const keys = Object.keys(expected)
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) => Object.hasOwn(actual, key) && isSameValue(expected[key], actual[key]))
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
