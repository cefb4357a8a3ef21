/**
 * Measures the CPU time of the server's process for one public document: rendered anew, generated again from the same data after
 * the second for which bytes are cached, and sent from these bytes.
 */
import { languages } from '@apogee/domain/languages.ts'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { SizeOf } from './measurements.ts'
import { runMeasurement } from './support/frame.ts'
import { withSchool, type MeasuredServer } from './support/server-process.ts'

type Size = SizeOf<'rendering'>

const themes = ['space', 'daylight']

async function publicCourseIds(origin: string): Promise<number[]> {
  const answer = await fetch(`${origin}/api/courses?limit=100`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

/** Each loopback address is another origin. A document of another origin is not cached yet, although it has the same data. */
let hosts = 0
const nextHost = (): string => {
  hosts += 1
  return `127.0.${Math.floor(hosts / 250) + 1}.${(hosts % 250) + 1}`
}

function read(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject)
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
    }).on('error', reject)
  })
}

/** Reads each path once in each language and theme, as a browser does; returns the number of documents. */
async function readAll(origin: string, paths: readonly string[], host: () => string): Promise<number> {
  let documents = 0
  for (const path of paths) {
    for (const lang of languages) {
      for (const theme of themes) {
        await read(origin + path, {
          host: host(),
          cookie: `lang=${lang}; theme=${theme}`,
          'accept-encoding': 'br',
        })
        documents += 1
      }
    }
  }
  return documents
}

/** Returns the milliseconds for each document, without the warm-up rounds. */
async function cost(
  server: MeasuredServer,
  paths: readonly string[],
  { warmUp, rounds }: Size,
  { host, times = 1, pauseMs = 0 }: { host: () => string; times?: number; pauseMs?: number },
): Promise<number> {
  let used = 0
  let documents = 0
  for (let round = -warmUp; round < rounds; round += 1) {
    const before = server.processorMs()
    let readNow = 0
    for (let time = 0; time < times; time += 1) readNow += await readAll(server.origin, paths, host)
    if (round >= 0) {
      used += server.processorMs() - before
      documents += readNow
    }
    await pause(pauseMs)
  }
  return used / documents
}

async function costs(server: MeasuredServer, size: Size, paths: readonly string[]) {
  const own = new URL(server.origin).host
  const host = () => own
  return {
    anew: await cost(server, paths, size, { host: nextHost }),
    again: await cost(server, paths, size, { host, pauseMs: size.forgottenMs }),
    kept: await cost(server, paths.slice(0, 2), size, { host, times: size.keptReads }),
  }
}

/** The targets are in milliseconds and apply to the sales page and the marketplace. Other documents have no target. */
const targets = { again: 1, kept: 0.15 }

await runMeasurement('rendering', (bench) =>
  withSchool(async (server) => {
    const { size } = bench
    const courses = (await publicCourseIds(server.origin)).slice(0, size.salesPages)
    const filtered = ['view=list', 'price=free', 'sort=rating'].map((query) => `/marketplace?${query}`)
    const documents = [
      { document: 'a sales page', paths: courses.map((id) => `/sp/${id}/`), target: 6.5 },
      { document: 'the marketplace', paths: ['/marketplace'], target: 5 },
      { document: 'the marketplace, filtered', paths: filtered, target: Infinity },
      { document: 'the landing page', paths: ['/'], target: Infinity },
    ]
    const rows = []
    for (const { document, paths, target } of documents) {
      const { anew, again, kept } = await costs(server, size, paths)
      const judged = anew <= target && again <= targets.again && kept <= targets.kept
      const limits = `≤ ${target}, ≤ ${targets.again}, ≤ ${targets.kept} ms`
      rows.push({
        document,
        'rendered anew': `${anew.toFixed(2)} ms`,
        'the same data again': `${again.toFixed(2)} ms`,
        'kept bytes': `${kept.toFixed(2)} ms`,
        target: target === Infinity ? '' : limits,
        met: target === Infinity ? '' : bench.met(document, judged),
      })
    }
    bench.table(rows)
  }),
)
