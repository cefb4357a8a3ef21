/**
 * Measures main-thread work of the public pages after their first paint, on a phone's window with a processor four times slower:
 * four times the CPU time of the page's thread, which other work on the machine changes little. The results are medians of several
 * visits, in alternation, against its own product with the demo school or the comma-separated origins in LONG_TASKS_ORIGINS.
 * Target: blocked for at most 60 ms.
 */
import type { SizeOf } from './measurements.ts'
import { withBrowser } from './support/browser.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { busyAfterPaint, type BusyThread } from './support/long-tasks.ts'
import { median } from '../harness/measure.ts'
import { withSchool } from './support/server-process.ts'

const targetMs = 60
const pages = [
  { name: 'landing page', path: '/' },
  { name: 'marketplace', path: '/marketplace' },
  { name: 'a sales page', path: '/sp/3/' },
]

async function measure(bench: Bench<SizeOf<'long-tasks'>>, origins: readonly string[]): Promise<void> {
  const rows: Record<string, string>[] = []
  await withBrowser(async (browser) => {
    for (const { name, path } of pages.slice(0, bench.size.pages)) {
      const visits = new Map(origins.map((origin): [string, BusyThread[]] => [origin, []]))
      for (let visit = 0; visit < bench.size.visits; visit += 1) {
        for (const [origin, seen] of visits) seen.push(await busyAfterPaint(browser, origin + path))
      }
      for (const [origin, seen] of visits) {
        const middle = (figure: (visit: BusyThread) => number) => median(seen.map(figure))
        const blocked = middle(({ blockedMs }) => blockedMs)
        rows.push({
          page: name,
          ...(origins.length > 1 && { origin }),
          'busy after the first paint, ms': middle(({ busyMs }) => busyMs).toFixed(0),
          'longest task, ms': middle(({ longestMs }) => longestMs).toFixed(0),
          'blocked, ms': blocked.toFixed(0),
          [`blocked ≤ ${targetMs} ms`]: bench.met(name, blocked <= targetMs),
        })
      }
    }
  })
  bench.table(rows)
}

await runMeasurement('long-tasks', (bench) => {
  const origins = process.env['LONG_TASKS_ORIGINS']?.split(',')
  return origins ? measure(bench, origins) : withSchool(({ origin }) => measure(bench, [origin]))
})
