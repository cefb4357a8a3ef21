import autocannon from 'autocannon'

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

interface Load {
  connections: number
  /** One run lasts this many seconds, unless `requests` is finite. */
  seconds: number
  requests: number
  paths: readonly string[]
  headers?: Record<string, string>
}

export interface Contender {
  origin: string
  /** Returns the CPU time of the server's process in µs. */
  cpu: () => Promise<number>
}

export interface Throughput {
  perSecond: number
  /** `cpuPerAnswer` is the CPU time of the server's process for one answer, in µs. */
  cpuPerAnswer: number
}

/** Runs the load once. Throws for any answer other than 2xx. */
async function run({ origin, cpu }: Contender, load: Load): Promise<Throughput> {
  const before = await cpu()
  const began = performance.now()
  const result = await autocannon({
    url: origin,
    connections: load.connections,
    ...(load.requests < Infinity ? { amount: load.requests, sampleInt: 20 } : { duration: load.seconds }),
    requests: load.paths.map((path) => ({ path })),
    ...(load.headers && { headers: load.headers }),
  })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(`${origin} answered ${result.non2xx} failures, ${result.errors} errors`)
  }
  const seconds = (performance.now() - began) / 1000
  const used = (await cpu()) - before
  return { perSecond: result.requests.total / seconds, cpuPerAnswer: used / result.requests.total }
}

export interface Comparison {
  ours: Throughput
  peer: Throughput
  /** `ratio` is the product's answers per second divided by the peer's. */
  ratio: number
  /**
   * `cpuRatio` is the peer's CPU time for one answer divided by the product's. Unlike `ratio`, it does not depend on the speed of
   * the load generator.
   */
  cpuRatio: number
}

/** Loads both servers in alternation, so that other activity on the machine affects both alike. Returns medians. */
export async function compare(
  ours: Contender,
  peer: Contender,
  load: Load & { rounds: number },
): Promise<Comparison> {
  const runs: { ours: Throughput; peer: Throughput }[] = []
  for (const contender of [ours, peer]) await run(contender, { ...load, seconds: Math.min(1, load.seconds) })
  for (let round = 0; round < load.rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [peer, ours] : [ours, peer]
    const results = new Map([
      [first, await run(first, load)],
      [second, await run(second, load)],
    ])
    const both = { ours: results.get(ours), peer: results.get(peer) }
    if (both.ours && both.peer) runs.push({ ours: both.ours, peer: both.peer })
  }
  const middle = (side: 'ours' | 'peer'): Throughput => ({
    perSecond: median(runs.map((each) => each[side].perSecond)),
    cpuPerAnswer: median(runs.map((each) => each[side].cpuPerAnswer)),
  })
  return {
    ours: middle('ours'),
    peer: middle('peer'),
    ratio: median(runs.map((each) => each.ours.perSecond / each.peer.perSecond)),
    cpuRatio: median(runs.map((each) => each.peer.cpuPerAnswer / each.ours.cpuPerAnswer)),
  }
}

/** Measures `times` answers of each contender, in alternation, after at most ten warm-up answers. Returns their milliseconds. */
export async function latencies(
  times: number,
  asks: readonly ((nth: number) => Promise<unknown>)[],
): Promise<number[][]> {
  const taken: number[][] = asks.map(() => [])
  for (let nth = -Math.min(10, times); nth < times; nth += 1) {
    for (const [place, ask] of asks.entries()) {
      const start = performance.now()
      await ask(Math.abs(nth))
      if (nth >= 0) taken[place]?.push(performance.now() - start)
    }
  }
  return taken
}

export function printTable(rows: readonly Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => String(row[column]).length)),
  )
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell, place) => String(cell).padEnd(widths[place] ?? 0)).join(' | ')} |`
  console.log(line(columns))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(columns.map((column) => row[column] ?? '')))
}
