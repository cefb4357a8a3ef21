/** Returns the ratio of processor times for twice the input: 2 for a linear reader, 4 for a quadratic one. */

const tries = 4
/** Below this time a measurement says nothing. */
const shortestMs = 15

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The smallest of several ratios, because other work on the machine only adds. `work` reads an input of `size`, which it makes before. */
export function growthOf(size: number, prepare: (size: number) => () => unknown): number {
  const once = prepare(size)
  const twice = prepare(2 * size)
  // Compiled before it is measured.
  prepare(Math.ceil(size / 10))()
  const ratios = Array.from({ length: tries }, () => {
    const small = cpuMsOf(once)
    const large = cpuMsOf(twice)
    return large < shortestMs ? 1 : large / Math.max(small, 1)
  })
  return Math.min(...ratios)
}
