/**
 * `npm run drill -- restore-scale [--courses=N] [--places=N] [--data=DIR]`: the server takes a base backup of a generated database of 15
 * million rows, which is restored into an empty folder and compared. Measures from the start of the restore until the books are known to
 * agree. `--data` keeps the generated database, and uses that of `npm run drill -- scale` of the same size.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClosedGap } from '../../apps/server/src/app/backup/close-gap.ts'
import { freePort, startProgram } from '../harness/processes.ts'
import { runDrill, type Drill } from '../harness/drill.ts'
import { runScript } from './support/run-script.ts'
import type { ScaleSize } from './support/scale-data.ts'
import {
  dataFolder,
  lendToProduct,
  prepare,
  startScaleEngine,
  takeBack,
  untilStopped,
} from './support/scale-database.ts'

const { values: options } = parseArgs({
  options: {
    courses: { type: 'string', default: '150000' },
    places: { type: 'string', default: '1500000' },
    data: { type: 'string' },
  },
})
const size: ScaleSize = { courses: Number(options.courses), places: Number(options.places) }

const mostSeconds = 300
/** The time bound is for this many rows. With more rows, it grows in proportion. */
const boundRows = 15_000_000
const backupPatienceMs = 1_800_000

await runDrill(async (drill) => {
  const signal = untilStopped()
  const folder = await dataFolder(options.data)
  drill.atEnd(folder.remove)
  const backups = join(folder.path, 'backups')
  const restored = join(folder.path, 'restored')
  for (const path of [backups, restored])
    drill.atEnd(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  const environment = {
    PORT: String(await freePort()),
    DATABASE_URL: '',
    DEMO_DATA: 'false',
    LOG_LEVEL: 'error',
    APOGEE_ROLE: 'worker',
    PUBLIC_URL: 'http://127.0.0.1',
    APP_SECRET: 'a secret of this drill, of no worth',
    BACKUP_DIR: backups,
    BACKUP_KEY: 'a key of this drill, of no worth either',
  }
  await onEngine(folder.path, async (engine) => {
    await prepare(engine, size, signal)
    await lendToProduct(engine, size)
  })
  drill.atEnd(() => onEngine(folder.path, (engine) => takeBack(engine)))
  signal.throwIfAborted()
  await backUp(drill, { ...environment, DATA_DIR: folder.path })
  signal.throwIfAborted()
  const into = { ...environment, DATA_DIR: restored }
  const began = performance.now()
  const printed = await runScript('operator/backup-restore.ts', into)
  drill.say(printed)
  const read = performance.now()
  drill.say(await runScript('operator/backup-close-gap.ts', into))
  const seconds = (performance.now() - began) / 1000
  const rows = Number(/(\d+) rows/.exec(printed)?.[1])
  drill.note('rows', String(rows))
  drill.note('restored and read', `${((read - began) / 1000).toFixed(0)} s`)
  drill.note('gap closed and books compared', `${((performance.now() - read) / 1000).toFixed(0)} s`)
  drill.note('rows a second', (rows / seconds).toFixed(0))
  drill.atMost('until the books agree', seconds, mostSeconds * Math.max(1, rows / boundRows), 's')
  drill.note('15 million rows would take', `${((seconds * boundRows) / rows).toFixed(0)} s`)
  await checkReport(drill, restored)
})

async function onEngine(
  dataDir: string,
  work: (engine: Awaited<ReturnType<typeof startScaleEngine>>) => Promise<unknown>,
): Promise<void> {
  const engine = await startScaleEngine(dataDir)
  try {
    await work(engine)
  } finally {
    await engine.stop()
  }
}

/** Lets the server take the backup, as it does at its first start. */
async function backUp(
  drill: Drill,
  environment: Record<string, string> & { BACKUP_DIR: string },
): Promise<void> {
  const server = await startProgram('server-process.ts', { environment })
  drill.atEnd(() => server.stop())
  const began = performance.now()
  let base: string | undefined
  await drill.until(
    'the base backup',
    async () => (base = await baseIn(environment.BACKUP_DIR)) !== undefined,
    backupPatienceMs,
  )
  drill.note('base backup', `${((performance.now() - began) / 1000).toFixed(0)} s`)
  const { size: bytes } = await stat(join(base ?? '', 'base.tar.gz.sealed')).catch(() => ({
    size: Number.NaN,
  }))
  drill.note('its size', `${(bytes / 1e6).toFixed(0)} MB`)
  await server.stop()
}

async function baseIn(directory: string): Promise<string | undefined> {
  for (const cluster of await readdir(directory).catch(() => [])) {
    const bases = join(directory, cluster, 'base')
    const [name] = (await readdir(bases).catch(() => [])).filter((each) => !each.startsWith('.'))
    if (name !== undefined) return join(bases, name)
  }
  return undefined
}

async function checkReport(drill: Drill, dataDir: string): Promise<void> {
  const name = (await readdir(dataDir)).findLast((file) => file.startsWith('restore-report-'))
  const report = JSON.parse(await readFile(join(dataDir, name ?? ''), 'utf8')) as ClosedGap
  drill.atMost('differences of the comparison', report.comparison.differences, 0)
  drill.none(
    'broken invariants',
    report.brokenInvariants.map(({ broken, ids }) => `${broken}: ${ids.slice(0, 5).join(', ')}`),
  )
  if (!report.isClosed) drill.wrong('the gap was not closed')
}
