/** `npm run doctor` reports the settings and services that are configured, reachable or missing. The output contains no secret. */
import { createConnection } from 'node:net'
import { createFileStorage } from '../apps/server/src/adapters/storage/storage.ts'
import {
  callbackOrigin,
  ConfigError,
  configWarnings,
  ownOrigin,
  readConfig,
  type Config,
} from '../apps/server/src/app/config/config.ts'
import { prepareDataFolder } from '../apps/server/src/app/config/data-folder.ts'
import { inspectBackups } from '../apps/server/src/app/health/inspect-backups.ts'
import { inspectScanner } from '../apps/server/src/app/health/inspect-scanner.ts'
import { inspectServer } from '../apps/server/src/app/health/inspect-server.ts'
import { createLog } from '../apps/server/src/app/start-server.ts'
import { findFfmpeg } from '../apps/server/src/adapters/video/find-ffmpeg.ts'
import { findChromium } from './programs/chromium.mjs'
import { hasPages } from './build/build-state.mjs'

let failing = 0

function line(state: 'ok' | 'note' | 'FAIL', subject: string, remark: string): void {
  if (state === 'FAIL') failing += 1
  console.log(`${state.padEnd(5)} ${subject.padEnd(22)} ${remark}`)
}

function reachable(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const standard = { 'smtp:': 25, 'smtps:': 465, 'http:': 80, 'https:': 443 }[protocol] ?? 0
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) || standard, timeout: 3000 })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}

function readOrExplain(): Config | undefined {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) line('FAIL', 'configuration', problem)
    return undefined
  }
}

async function examine(config: Config): Promise<void> {
  line('ok', 'Node', process.version)
  line('ok', 'mode', config.isLive ? 'live' : 'demo')
  for (const doubt of configWarnings(config)) line('note', 'configuration', doubt)
  if (config.demoData)
    line(
      'ok',
      'demo accounts',
      config.demoPassword === null
        ? 'their published password works on this machine and in its private network'
        : 'their password is that of DEMO_PASSWORD',
    )
  line('ok', 'address', config.publicUrl ?? `${ownOrigin(config.host, config.port)} (PUBLIC_URL not set)`)
  line('ok', 'trusted proxies', config.trustedProxies.join(', ') || 'none: X-Forwarded-For is ignored')
  const isBuilt = hasPages()
  line(isBuilt ? 'ok' : 'note', 'pages', isBuilt ? 'built' : 'will be built by npm start')

  try {
    await prepareDataFolder(config.dataDir)
    line('ok', 'data folder', config.dataDir)
  } catch (error) {
    line('FAIL', 'data folder', error instanceof Error ? error.message : String(error))
    return
  }
  line(
    config.appSecret ? 'ok' : 'note',
    'application secret',
    config.appSecret ? 'given' : 'made once, kept in the data folder',
  )

  await files(config)

  await videoQualities(config)

  await malwareScanner(config)

  const server = await inspectServer(config, createLog('silent'))
  line(server.database.ok ? 'ok' : 'FAIL', 'database', server.database.remark)
  if (server.database.outdated) line('note', 'database', server.database.outdated)
  if (server.database.ok) {
    const pending = server.pendingMigrations
    line(
      pending.length === 0 ? 'ok' : 'note',
      'migrations',
      pending.length === 0 ? 'all applied' : `npm start will apply ${pending.join(', ')}`,
    )
    line(
      server.failedJobs === 0 ? 'ok' : 'FAIL',
      'background jobs',
      server.failedJobs === 0 ? 'none failed' : `${server.failedJobs} used their last attempt`,
    )
  }

  const backups = await inspectBackups(config.backup, server.cluster, new Date())
  line(backups.state, 'backups', backups.remark)

  const { chip, mail } = config
  if (chip.apiUrl === 'demo') line('note', 'payments', 'the built-in simulator: no real money')
  else {
    const address = chip.apiUrl === 'live' ? 'https://gate.chip-in.asia' : chip.apiUrl
    line((await reachable(address)) ? 'ok' : 'FAIL', 'payments', `CHIP at ${new URL(address).host}`)
    line(
      chip.secret && chip.brandId ? 'ok' : 'note',
      'platform CHIP account',
      chip.secret && chip.brandId ? 'given' : 'not given: only sellers with their own account can sell',
    )
    const callbacks = callbackOrigin(config, '')
    line(
      callbacks ? 'ok' : 'note',
      'payment callbacks',
      callbacks ?? 'none: CHIP calls port 443 and 80 only, so payments are learnt of by reading it',
    )
  }
  if (mail.smtpUrl) line((await reachable(mail.smtpUrl)) ? 'ok' : 'FAIL', 'mail', new URL(mail.smtpUrl).host)
  else line('note', 'mail', `kept as files in ${config.dataDir}/mail`)

  const { google, github } = config.signIn
  await provider('sign-in by Google', google?.issuer, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET')
  await provider('sign-in by GitHub', github?.url, 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET')

  line(
    findChromium() ? 'ok' : 'note',
    'Chromium for tests',
    findChromium() ?? 'none; npm test installs it where it may',
  )
}

async function files({ storage }: Config): Promise<void> {
  const { kind, directory, s3 } = storage
  try {
    await createFileStorage(storage)
    const place = kind === 's3' ? `the bucket '${s3?.bucket}' at ${s3?.endpoint}` : directory
    line('ok', 'files', storage.alsoRead ? `${place}; also read: ${storage.alsoRead}` : place)
  } catch (error) {
    line('FAIL', 'files', error instanceof Error ? error.message : String(error))
  }
}

async function videoQualities({ ffmpeg }: Config): Promise<void> {
  try {
    const found = await findFfmpeg(ffmpeg)
    const none =
      'none: no ffmpeg, so videos play as they were uploaded; install ffmpeg, or set FFMPEG to its path'
    if (ffmpeg === 'off')
      line('note', 'video qualities', 'none: FFMPEG=off, so videos play as they were uploaded')
    else line(found ? 'ok' : 'note', 'video qualities', found ? `prepared by ${found.ffmpeg}` : none)
  } catch (error) {
    line('FAIL', 'video qualities', error instanceof Error ? error.message : String(error))
  }
}

/** Asks the scanner for its version, then sends the test file that all scanners detect. */
async function malwareScanner({ virusScanner }: Config): Promise<void> {
  const subject = 'malware scanner'
  if (!virusScanner) {
    line('note', subject, 'none: VIRUS_SCANNER is not set, so uploads are not scanned')
    return
  }
  const found = await inspectScanner(virusScanner)
  line(found.state, subject, found.remark)
}

async function provider(subject: string, address: string | undefined, variables: string): Promise<void> {
  if (!address) line('note', subject, `not set up: ${variables} are not set; its button says so`)
  else line((await reachable(address)) ? 'ok' : 'FAIL', subject, new URL(address).host)
}

const config = readOrExplain()
if (config) await examine(config)
console.log(failing === 0 ? '\nNothing is wrong.' : `\n${failing} to mend.`)
process.exit(failing === 0 ? 0 : 1)
