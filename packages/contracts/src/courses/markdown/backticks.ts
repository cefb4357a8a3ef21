/**
 * Returns the length of the longest run of backticks in `code`, but at least `least`; a fence must be longer. A text may have any
 * number of runs.
 */
export function longestRun(code: string, least: number): number {
  let longest = least
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
