/** CPU time of the server's process for rendering one public document: sales pages and the marketplace. */
import { languages } from '@apogee/domain/languages.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { printTable } from './support/measure.ts'
import { newDataFolder, startMeasured, type MeasuredServer } from './support/server-process.ts'

const rounds = 6
/** Documents are cached for a second: after this each is rendered again. */
const untilForgottenMs = 1100

const themes = ['space', 'daylight']

async function publicCourseIds(origin: string): Promise<number[]> {
  const answer = await fetch(`${origin}/api/courses?limit=100`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

/** Reads each path once in each language and theme; returns the number of documents. */
async function readAll(origin: string, paths: readonly string[]): Promise<number> {
  let documents = 0
  for (const path of paths) {
    for (const lang of languages) {
      for (const theme of themes) {
        const answer = await fetch(origin + path, {
          headers: { cookie: `lang=${lang}; theme=${theme}`, 'accept-encoding': 'identity' },
        })
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        await answer.text()
        documents += 1
      }
    }
  }
  return documents
}

async function cost(server: MeasuredServer, paths: readonly string[]): Promise<string> {
  // The first runs compile the code.
  for (let warmUp = 0; warmUp < 2; warmUp += 1) {
    await readAll(server.origin, paths)
    await pause(untilForgottenMs)
  }
  let used = 0
  let documents = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = server.processorMs()
    documents += await readAll(server.origin, paths)
    used += server.processorMs() - before
    await pause(untilForgottenMs)
  }
  return `${(used / documents).toFixed(1)} ms`
}

const folder = await newDataFolder()
try {
  const server = await startMeasured(folder.path, { RATE_LIMITS: 'off' })
  try {
    const salesPages = (await publicCourseIds(server.origin)).map((id) => `/sp/${id}/`)
    const marketplaces = ['', '?view=list', '?price=free', '?sort=rating'].map(
      (query) => `/marketplace${query}`,
    )
    printTable([
      { document: 'a sales page', processor: await cost(server, salesPages) },
      { document: 'the marketplace', processor: await cost(server, marketplaces) },
    ])
  } finally {
    await server.stop()
  }
} finally {
  await folder.remove()
}
