/**
 * `npm run test:browsers` runs the journeys of `journeys.ts` in Firefox and in WebKitGTK, whose engine is Safari's. Arguments choose the
 * journeys with one of them in their names; `--engine firefox`, `webkit` or `chromium` chooses an engine, `--origin http://…` uses a
 * product that runs already. Each journey runs in a wide window of one engine and in a narrow one of the other; `--width wide` or
 * `narrow` chooses. `--film FOLDER` writes pictures of one walk through the product instead. The last line is `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFirefox, findWebKit } from '../../scripts/programs/browsers.mjs'
import { findChromium } from '../../scripts/programs/chromium.mjs'
import { freePort, startProduct } from '../support/product-process.ts'
import { within, type Driver } from './driver.ts'
import { FilmingScreen, filmedWalk } from './film.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import { journeys } from './journeys.ts'
import { School } from './school.ts'
import { Screen } from './screen.ts'
import type { Visit } from './visit.ts'
import { startWebKit } from './webkit.ts'

const journeyLimitMs = 120_000
const engineLimitMs = 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    origin: { type: 'string' },
    width: { type: 'string' },
    film: { type: 'string' },
  },
})
const { film } = values
/** The place of a journey in the whole list decides its width. It is the same when the journey runs alone. */
const chosen = Object.entries(journeys)
  .map(([name, journey], place) => ({ name, journey, place }))
  .filter(({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)))

/** The undo steps run in reverse order, also after a signal. */
const undo: (() => Promise<unknown>)[] = []
let isEnding = false
async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  for (const step of undo.toReversed())
    await step().catch((error: unknown) => console.error(`stopping: ${String(error)}`))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1))

async function productOrigin(): Promise<string> {
  if (values.origin !== undefined) return values.origin
  const data = await mkdtemp(join(tmpdir(), 'apogee-engines-'))
  undo.push(() => rm(data, { recursive: true, force: true }))
  const product = await startProduct(await freePort(), data)
  undo.push(() => product.stop())
  return product.origin
}

const engines: Record<string, () => Promise<Driver>> = {
  firefox: () => startFirefox(findFirefox() ?? missing('firefox-esr')),
  webkit: () => startWebKit(findWebKit() ?? missing('webkit2gtk-driver and xvfb')),
  chromium: () => startChromium(findChromium({ whole: true }) ?? missing('chromium')),
}
/** The other journeys of the product already run in Chromium. */
const usual = ['firefox', 'webkit']

function missing(what: string): never {
  throw new Error(`${what} is not installed: run node scripts/programs/browsers.mjs`)
}

interface Counts {
  passed: number
  failed: number
}

function isWide(driver: Driver, place: number): boolean {
  if (values.width !== undefined) return values.width === 'wide'
  return (place % 2 === 0) === (driver.engine === 'WebKit')
}

const widthOf = (driver: Driver, place: number) => (isWide(driver, place) ? '' : ', narrow')

async function filmIn(
  start: () => Promise<Driver>,
  { origin, school, folder }: { origin: string; school: School; folder: string },
): Promise<Counts> {
  const driver = await startEngine(start)
  await driver.startAfresh()
  if (values.width === 'narrow') await driver.setWidth(driver.narrowestWidth)
  const pictures = join(folder, driver.engine.toLowerCase())
  try {
    await filmedWalk(new FilmingScreen(driver, origin, pictures), school)
    console.log(`ok     ${driver.engine}: the pictures are in ${pictures}`)
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.log(`FAILED ${driver.engine}: the pictures in ${pictures} end early\n       ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

async function startEngine(start: () => Promise<Driver>): Promise<Driver> {
  const driver = await within(engineLimitMs, 'the start of the engine', start())
  undo.push(() => driver.close())
  return driver
}

async function runIn(
  start: () => Promise<Driver>,
  visit: Omit<Visit, 'screen'>,
  origin: string,
): Promise<Counts> {
  const driver = await startEngine(start)
  const counts = { passed: 0, failed: 0 }
  for (const { name, journey, place } of chosen) {
    const began = performance.now()
    const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
    try {
      await driver.startAfresh()
      if (!isWide(driver, place)) await driver.setWidth(driver.narrowestWidth)
      await within(journeyLimitMs, name, journey({ ...visit, screen: new Screen(driver, origin) }))
      counts.passed += 1
      console.log(`ok     ${driver.engine}${widthOf(driver, place)}: ${name} (${seconds()})`)
    } catch (error) {
      counts.failed += 1
      console.log(
        `FAILED ${driver.engine}${widthOf(driver, place)}: ${name} (${seconds()})\n       ${String(error)}`,
      )
    }
  }
  return counts
}

try {
  const origin = await productOrigin()
  const school = new School(origin)
  const names = values.engine === undefined ? usual : [values.engine]
  const starts = Object.entries(engines).flatMap(([name, start]) => (names.includes(name) ? [start] : []))
  const course = film === undefined ? await school.newCourse() : null
  const counts = await Promise.all(
    starts.map((start) =>
      course
        ? runIn(start, { school, course }, origin)
        : filmIn(start, { origin, school, folder: film ?? '.' }),
    ),
  )
  const sum = (kind: keyof Counts) => counts.reduce((total, one) => total + one[kind], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  await end(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
  await end(1)
}
