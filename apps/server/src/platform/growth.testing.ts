/**
 * Measures how processor time grows with the size of an input. The growth is the ratio of times when the input doubles: 2 for a
 * linear reader, 4 for a quadratic one.
 */

const tries = 4
/** Measurements below this time are unreliable. */
const shortestMs = 15
/** Growth above this is measured again with larger inputs, because the collector distorts short measurements on a busy machine. */
const doubtful = 2.5
const confirmations = 3

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns the smallest of several ratios, because other work on the machine only adds time. `prepare` creates an input of `size`
 * and returns its measured work.
 */
export function growthOf(size: number, prepare: (size: number) => () => unknown): number {
  let growth = growthAt(size, prepare)
  for (let larger = 2 * size, left = confirmations; growth > doubtful && left > 0; larger *= 2, left -= 1)
    growth = Math.min(growth, growthAt(larger, prepare))
  return growth
}

function growthAt(size: number, prepare: (size: number) => () => unknown): number {
  const once = prepare(size)
  const twice = prepare(2 * size)
  // This first run makes the engine compile the code before it is measured.
  prepare(Math.ceil(size / 10))()
  const ratios = Array.from({ length: tries }, () => {
    const small = cpuMsOf(once)
    const large = cpuMsOf(twice)
    return large < shortestMs ? 1 : large / Math.max(small, 1)
  })
  return Math.min(...ratios)
}
