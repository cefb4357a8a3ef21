import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { locateBinaries } from '@apogee/local-postgres/binaries.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { outdatedPostgres } from '../apps/server/src/app/config/postgres-age.ts'

const root = join(import.meta.dirname, '..')
/** The first run of a clone also builds the pages, which takes minutes. */
const patience = 180_000

/**
 * Node preloads this script in every process of `npm start`, including npm's own and the build's. It records files only in the
 * server's process.
 */
const recordLoadedFiles = `
import module from 'node:module'
import { appendFileSync } from 'node:fs'
const isServer = process.argv[1]?.endsWith('start.mjs')
if (isServer) module.registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(process.env.LOADED_FILES, url + '\\n')
    return next(url, context)
  },
})`

/** The start of a product with data may load files of this many bytes in all. */
const mostLoadedBytes = 7_250_000

/**
 * Documents of the demo school may have this many bytes when they are first sent, with brotli of quality 5
 * (docs/performance.md#page-load-on-a-phone). Besides the content, a document contains the names of its page's files and first
 * parts, the rules that isolate names from right to left, and what asks early for a search that is typed into the marketplace.
 */
const mostBytes: Record<string, number> = { '/': 24_200, '/marketplace': 26_800, '/sp/1/': 25_400 }

let dataDir: string
/**
 * A start has filled this data folder with the demo school, which takes most of the time of a start. Tests that use the folder must
 * leave it unchanged.
 */
let filled: string | undefined
const running = new Set<ChildProcess>()

const newFolder = () => mkdtemp(join(tmpdir(), 'apogee start '))

beforeEach(async () => {
  dataDir = await newFolder()
})

afterEach(async () => {
  for (const npm of running) npm.kill('SIGTERM')
  await Promise.all([...running].map((npm) => once(npm, 'exit')))
  if (dataDir !== filled) await rm(dataDir, { recursive: true, force: true })
})

afterAll(async () => {
  if (filled) await rm(filled, { recursive: true, force: true })
})

async function useFilledFolder(): Promise<void> {
  if (filled) {
    await rm(dataDir, { recursive: true, force: true })
    dataDir = filled
    return
  }
  filled = dataDir
  const { npm, ready, exit } = npmStart({})
  await ready
  npm.kill('SIGTERM')
  expect(await exit).toMatchObject({ code: 0 })
}

function npmStart(environment: Record<string, string>, { isGroup = false } = {}) {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: isGroup,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(npm)
  let output = ''
  const exit = once(npm, 'close').then(([code, signal]) => {
    running.delete(npm)
    return { code, signal, output }
  })
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const origin = /Apogee is ready at (\S+)/.exec(output)?.[1]
        if (origin) resolve(origin)
      })
    }
    void exit.then(() => reject(new Error(`npm start ended: ${output}`)))
  })
  return { npm, ready, exit }
}

describe('npm start', () => {
  test.for([
    ['a new', 'SIGTERM', 'npm alone'],
    ['a filled', 'SIGINT', 'npm alone'],
    // Ctrl+C in a terminal, or a supervisor that ends the whole group, also signals the database engine.
    ['a filled', 'SIGINT', 'the whole group'],
    ['a filled', 'SIGTERM', 'the whole group'],
  ] as const)(
    'npm start on %s data folder serves from its ready line on, and a %s to %s ends everything with exit code 0',
    { timeout: patience },
    async ([folder, signal, whom]) => {
      if (folder === 'a filled') await useFilledFolder()
      const { npm, ready, exit } = npmStart({}, { isGroup: whom === 'the whole group' })
      const origin = await ready
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      expect((await fetch(`${origin}/metrics`)).status).toBe(404)
      const engine = await enginePid()
      expect(isAlive(engine)).toBe(true)

      if (whom === 'npm alone') npm.kill(signal)
      else process.kill(-Number(npm.pid), signal)
      expect(await exit).toMatchObject({ code: 0, signal: null })
      expect(isAlive(engine)).toBe(false)
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
      await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
    },
  )

  test(
    'npm start loads no development build and no file that chooses its build by NODE_ENV',
    { timeout: patience },
    async () => {
      await useFilledFolder()
      const list = join(dataDir, 'loaded-files')
      const { npm, ready, exit } = npmStart({
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(recordLoadedFiles)}`,
        LOADED_FILES: list,
      })
      const origin = await ready
      const loaded = [...new Set((await readFile(list, 'utf8')).trim().split('\n'))].map((url) =>
        fileURLToPath(url),
      )
      // No TypeScript file may be loaded, because stripping types would take 20 MB of memory.
      expect(loaded.filter((file) => file.endsWith('.ts'))).toEqual([])
      const modules = (await Promise.all(loaded.map(modulesIn))).flat()
      const bytes = loaded.reduce((sum, file) => sum + statSync(file).size, 0)
      // Load modules on demand that a first request does not need. If the first request needs a new module, this limit may be
      // raised.
      expect(bytes).toBeLessThanOrEqual(mostLoadedBytes)
      const notYet =
        /nodemailer|openid-client|prom-client|@opentelemetry|file-type|pdfkit|pdfjs|aws4fetch|storage\/s3|\/sharp\/|demo\/seed-courses/
      expect(modules.filter((file) => notYet.test(file))).toEqual([])
      const pages = ['/', '/sp/1/', '/login', '/register', '/settings', '/lesson/1/resources']
      for (const page of pages) expect((await fetch(origin + page)).status).toBe(200)
      npm.kill('SIGTERM')
      await exit
      const files = [...new Set((await readFile(list, 'utf8')).trim().split('\n'))]
        .map((url) => fileURLToPath(url))
        .filter((file) => /[\\/](?:node_modules|dist)[\\/]/.test(file))
      expect(files.filter((file) => file.includes('entry-server'))).toHaveLength(1)
      const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      const choosing = files.filter(
        (file, index) =>
          /[./-]development\b/.test(file) || sources[index]?.includes('process.env.NODE_ENV') === true,
      )
      expect(choosing).toEqual([])
    },
  )

  test('documents of public pages are small enough for slow lines', { timeout: patience }, async () => {
    await useFilledFolder()
    const origin = await npmStart({}).ready
    for (const [path, most] of Object.entries(mostBytes)) {
      const document = await (await fetch(origin + path)).text()
      const sent = brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      expect(sent.length, path).toBeLessThanOrEqual(most)
    }
  })

  test(
    'with PUBLIC_URL the ready line still shows the listening address; metrics need the token',
    { timeout: patience },
    async () => {
      await useFilledFolder()
      const { ready } = npmStart({ PUBLIC_URL: 'https://school.example', METRICS_TOKEN: 'm'.repeat(20) })
      const origin = await ready
      expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const figures = (authorization: string) => fetch(`${origin}/metrics`, { headers: { authorization } })
      expect((await figures(`Bearer ${'n'.repeat(20)}`)).status).toBe(404)
      expect(await (await figures(`Bearer ${'m'.repeat(20)}`)).text()).toContain('database_connections{')
      expect(await (await fetch(`${origin}/`)).text()).toContain('href="https://school.example/"')
    },
  )

  test(
    'a web process is ready without workers, runs no jobs, and says that nobody runs them',
    { timeout: patience },
    async () => {
      await useFilledFolder()
      const { npm, ready, exit } = npmStart({ APOGEE_ROLE: 'web', METRICS_TOKEN: 'm'.repeat(20) })
      const origin = await ready
      const readiness = await fetch(`${origin}/readyz`)
      expect(readiness.status).toBe(200)
      expect(await readiness.json()).toEqual({
        status: 'ready',
        checks: { database: 'ok', migrations: 'ok', disk: 'ok', storage: 'ok' },
      })
      expect((await fetch(`${origin}/marketplace`)).status).toBe(200)
      const metrics = await fetch(`${origin}/metrics`, {
        headers: { authorization: `Bearer ${'m'.repeat(20)}` },
      })
      expect(await metrics.text()).toContain('job_processes 0\n')
      npm.kill('SIGTERM')
      const { code, output } = await exit
      expect(code).toBe(0)
      expect(output).toContain('no process runs jobs')
      // The age of the engine matters only to an installation with real payments, so the line must not mention it.
      expect(output).not.toContain(', our own engine, ')
    },
  )

  test(
    'npm start names a port that another program has, and leaves no engine running',
    { timeout: patience },
    async () => {
      await useFilledFolder()
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const port = String(portOf(other))
      const { ready, exit } = npmStart({ PORT: port })
      ready.catch(() => undefined)
      const { code, output } = await exit
      other.close()
      expect(code).toBe(1)
      expect(output).toContain(`PORT ${port} on HOST 127.0.0.1 is taken`)
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    },
  )

  test(
    'npm start refuses to go live on a database with the demo school, whose password is published',
    { timeout: patience },
    async () => {
      await useFilledFolder()
      const { ready, exit } = npmStart({
        APOGEE_ENV: 'live',
        APP_SECRET: 'r8Wq2ZtN5vXc7LmK1pJd9HsG4fBy6QaT3eUi0oRw',
        CHIP_API_URL: 'live',
        TLS_ELSEWHERE: 'on',
      })
      ready.catch(() => undefined)
      const { code, output } = await exit
      expect(code).toBe(1)
      expect(output).toContain('APOGEE_ENV=live refuses this database: it holds the demo school')
      const { version } = await locateBinaries(undefined)
      const isOutdated = outdatedPostgres({ version, isOwn: true }, new Date()) !== null
      expect(output.includes(', our own engine, ')).toBe(isOutdated)
      expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    },
  )

  test(
    'npm start reports every invalid variable before it changes anything',
    { timeout: patience },
    async () => {
      const { ready, exit } = npmStart({ PORT: 'eighty', CHIP_API_URL: 'chip' })
      ready.catch(() => undefined)
      const { code, output } = await exit
      expect(code).toBe(1)
      expect(output).toMatch(/^PORT must be a whole number/m)
      expect(output).toMatch(/^CHIP_API_URL must be/m)
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    },
  )
})

/** Returns the modules in a built file, by its source map. A file without a map is one module. */
async function modulesIn(file: string): Promise<string[]> {
  if (!existsSync(`${file}.map`) || file.includes('node_modules')) return [file]
  const { sources } = JSON.parse(await readFile(`${file}.map`, 'utf8')) as { sources: string[] }
  return sources
}

async function enginePid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP port')
  return address.port
}
