/**
 * Main-thread work of the public pages after their first paint, on a phone's window with a processor four times slower:
 * four times the CPU time of the page's thread, which other work on the machine changes little. Medians of
 * LONG_TASKS_RUNS visits, in turns, against a product of its own with the demo school or the origins that
 * LONG_TASKS_ORIGINS names, separated by commas. Target: blocked for at most 60 ms.
 */
import { chromium } from '@playwright/test'
import { buildWeb } from '../scripts/build-web.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { busyAfterPaint, type BusyThread } from './support/long-tasks.ts'
import { median, printTable } from './support/measure.ts'
import { newDataFolder, startMeasured } from './support/server-process.ts'

const runs = Number(process.env['LONG_TASKS_RUNS'] ?? 7)
const targetMs = 60
const pages = [
  { name: 'landing page', path: '/' },
  { name: 'marketplace', path: '/marketplace' },
  { name: 'a sales page', path: '/sp/3/' },
]

async function measure(origins: readonly string[]): Promise<void> {
  const executablePath = findChromium({ whole: true })
  if (!executablePath) throw new Error('No Chromium was found: node scripts/chromium.mjs installs one')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const rows = []
    for (const { name, path } of pages) {
      const visits = new Map(origins.map((origin): [string, BusyThread[]] => [origin, []]))
      for (let run = 0; run < runs; run += 1) {
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
          met: blocked <= targetMs ? 'yes' : 'no',
        })
      }
    }
    printTable(rows)
  } finally {
    await browser.close()
  }
}

const named = process.env['LONG_TASKS_ORIGINS']?.split(',')
if (named) {
  await measure(named)
} else {
  await buildWeb()
  const folder = await newDataFolder()
  try {
    const server = await startMeasured(folder.path, { RATE_LIMITS: 'off' })
    try {
      await measure([server.origin])
    } finally {
      await server.stop()
    }
  } finally {
    await folder.remove()
  }
}
