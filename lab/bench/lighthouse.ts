/**
 * Measures Lighthouse scores of the public pages on its simulated phone on slow 4G, against a separate product with the demo
 * school, or the product at LIGHTHOUSE_ORIGIN. The results are medians of several visits. Targets: performance ≥ 95, everything
 * else 100; largest paint ≤ 1.5 s on the landing page, ≤ 2.0 s on the others; layout shift ≤ 0.02; blocked for ≤ 100 ms.
 */
import lighthouse, { type Result } from 'lighthouse'
import { freePort } from '../harness/processes.ts'
import type { SizeOf } from './measurements.ts'
import { withBrowser } from './support/browser.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { median } from '../harness/measure.ts'
import { withSchool } from './support/server-process.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const pages = [
  { name: 'landing page', path: '/', largestPaint: 1500 },
  { name: 'marketplace', path: '/marketplace', largestPaint: 2000 },
  { name: 'a sales page', path: '/sp/3/', largestPaint: 2000 },
]

/** Lighthouse reports this error when its recording lacks the start of the page. The visit must then be repeated. */
const brokenRecording = 'NO_NAVSTART'
const mostTries = 3

async function visit(url: string): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const result = await visitOnce(url)
    const { runtimeError } = result
    if (!runtimeError) return result
    if (runtimeError.code !== brokenRecording || tries === mostTries) {
      throw new Error(`${url}: ${runtimeError.message}`)
    }
  }
}

/** Visits once with a new browser, without caches of earlier visits. */
async function visitOnce(url: string): Promise<Result> {
  const port = await freePort()
  return withBrowser(async () => {
    const outcome = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' })
    if (!outcome) throw new Error(`Lighthouse said nothing of ${url}`)
    return outcome.lhr
  }, [`--remote-debugging-port=${port}`])
}

const figureOf = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN

/** Lists each reason for lost points once, except reasons that concern speed. */
function complaints(results: readonly Result[]): string[] {
  const found = results.flatMap(({ audits, categories: scored }) =>
    Object.values(scored)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title}`),
  )
  return [...new Set(found)]
}

/** Returns a row of the table with the medians of the visits and whether they meet the targets. */
function figuresOf(results: readonly Result[], largestPaint: number) {
  const middle = (figure: (result: Result) => number) => median(results.map(figure))
  const scores = categories.map((category) =>
    Math.round(100 * middle(({ categories: scored }) => scored[category]?.score ?? 0)),
  )
  const lcp = middle((result) => figureOf(result, 'largest-contentful-paint'))
  const shift = middle((result) => figureOf(result, 'cumulative-layout-shift'))
  const blocked = middle((result) => figureOf(result, 'total-blocking-time'))
  const [speed = 0, ...others] = scores
  return {
    isMet:
      speed >= 95 &&
      others.every((other) => other === 100) &&
      lcp <= largestPaint &&
      shift <= 0.02 &&
      blocked <= 100,
    cells: {
      'performance, accessibility, best practices, SEO': scores.join(', '),
      'first paint, s': (middle((result) => figureOf(result, 'first-contentful-paint')) / 1000).toFixed(2),
      'largest paint, s': (lcp / 1000).toFixed(2),
      shift: shift.toFixed(3),
      'blocked, ms': blocked.toFixed(0),
      'kB sent': (middle((result) => figureOf(result, 'total-byte-weight')) / 1000).toFixed(0),
    },
  }
}

async function measure(bench: Bench<SizeOf<'lighthouse'>>, origin: string): Promise<void> {
  const rows = []
  for (const { name, path, largestPaint } of pages.slice(0, bench.size.pages)) {
    const results: Result[] = []
    for (let visits = 0; visits < bench.size.visits; visits += 1) results.push(await visit(origin + path))
    const { cells, isMet } = figuresOf(results, largestPaint)
    rows.push({ page: name, ...cells, met: bench.met(name, isMet) })
    for (const complaint of complaints(results)) console.log(`${name}: ${complaint}`)
  }
  bench.table(rows)
}

await runMeasurement('lighthouse', (bench) => {
  const origin = process.env['LIGHTHOUSE_ORIGIN']
  return origin ? measure(bench, origin) : withSchool((server) => measure(bench, server.origin))
})
