/** The longest run of backticks in `code`, at least `least`: a fence around it is longer. A text may have any number of runs. */
export function longestRun(code: string, least: number): number {
  let longest = least
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
