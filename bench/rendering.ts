/**
 * CPU time of the server's process for one public document: rendered anew, made again from the same data after the second
 * for which bytes are kept, and sent from these bytes.
 */
import { languages } from '@apogee/domain/languages.ts'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { printTable } from './support/measure.ts'
import { newDataFolder, startMeasured, type MeasuredServer } from './support/server-process.ts'

const rounds = 6
/** Documents are cached for a second: after this the data are read again. */
const untilForgottenMs = 1100

const themes = ['space', 'daylight']

async function publicCourseIds(origin: string): Promise<number[]> {
  const answer = await fetch(`${origin}/api/courses?limit=100`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

/** A document under its own origin is another document with the same data: every loopback address is one. */
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

/** Milliseconds for each document, without the first two rounds, in which the code is compiled. */
async function cost(
  server: MeasuredServer,
  paths: readonly string[],
  { host, times = 1, pauseMs }: { host: () => string; times?: number; pauseMs: number },
): Promise<string> {
  let used = 0
  let documents = 0
  for (let round = -2; round < rounds; round += 1) {
    const before = server.processorMs()
    let readNow = 0
    for (let time = 0; time < times; time += 1) readNow += await readAll(server.origin, paths, host)
    if (round >= 0) {
      used += server.processorMs() - before
      documents += readNow
    }
    await pause(pauseMs)
  }
  return `${(used / documents).toFixed(2)} ms`
}

async function costs(server: MeasuredServer, document: string, paths: readonly string[]) {
  const own = new URL(server.origin).host
  return {
    document,
    'rendered anew': await cost(server, paths, { host: nextHost, pauseMs: 0 }),
    'the same data again': await cost(server, paths, { host: () => own, pauseMs: untilForgottenMs }),
    'kept bytes': await cost(server, paths.slice(0, 2), { host: () => own, times: 40, pauseMs: 0 }),
  }
}

const folder = await newDataFolder()
try {
  const server = await startMeasured(folder.path, { RATE_LIMITS: 'off' })
  try {
    const salesPages = (await publicCourseIds(server.origin)).map((id) => `/sp/${id}/`)
    const filtered = ['view=list', 'price=free', 'sort=rating'].map((query) => `/marketplace?${query}`)
    printTable([
      await costs(server, 'a sales page', salesPages),
      await costs(server, 'the marketplace', ['/marketplace']),
      await costs(server, 'the marketplace, filtered', filtered),
      await costs(server, 'the landing page', ['/']),
    ])
  } finally {
    await server.stop()
  }
} finally {
  await folder.remove()
}
