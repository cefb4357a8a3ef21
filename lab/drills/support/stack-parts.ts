/**
 * Runs the installation of docs/operations.md#two-machines-step-by-step as processes of this machine with the files of ops:
 * PostgreSQL with a standby, PgBouncer, an S3 service, the payment provider, HAProxy, and two machines with a web process and a
 * worker each.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { s3TestKey } from '../../../apps/server/src/adapters/storage/s3-server.testing.ts'
import { prepareHaproxy } from '../../../ops/testing-haproxy.ts'
import { substitute } from '../../../ops/testing-substitute.ts'
import { installDebianPackages } from '../../../scripts/programs/debian-packages.mjs'
import { findPostgres15 } from '../../../scripts/programs/postgres15.mjs'
import { freePort } from '../../harness/processes.ts'
import { listens, Part } from '../../harness/part.ts'
import { startPostgresPair } from './postgres-pair.ts'

export interface Stack {
  /** `origin` is the proxy's origin, at which people open the product. */
  origin: string
  /** `webOrigin` is the origin of the first web process itself. */
  webOrigin: string
  /** `ca` is the proxy's certificate as PEM. */
  ca: string
  /** `databaseUrl` is the URL of the primary itself. */
  databaseUrl: string
  /** `truthFile` contains the provider's records (lab/harness/provider-records.ts). */
  truthFile: string
  platformSecret: string
  parts: Parts
}

export interface Parts {
  primary: Part
  standby: Part
  pooler: Part
  files: Part
  provider: Part
  webA: Part
  workerA: Part
  webB: Part
  workerB: Part
  proxy: Part
}

interface Machine {
  web: number
  worker: number
}

type Ports = Record<'primary' | 'standby' | 'pooler' | 'files' | 'provider' | 'http' | 'https', number> & {
  machines: readonly [Machine, Machine]
}

const root = join(import.meta.dirname, '../../..')
const password = 'a password of this drill, of no worth'.replaceAll(/\W/g, '-')
const platformSecret = 'drill-platform'
const bucket = 'files'

/** PostgreSQL and PgBouncer refuse to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const urlOf = (port: number) => `postgres://apogee:${password}@127.0.0.1:${port}/apogee`

function installPrograms(): string {
  const isInstalled = (program: string) => existsSync(`/usr/sbin/${program}`)
  const packages = [
    ...(findPostgres15() ? [] : ['postgresql-15']),
    ...['pgbouncer', 'haproxy'].filter((program) => !isInstalled(program)),
  ]
  if (packages.length > 0) {
    installDebianPackages({
      packages,
      purpose: 'the drill of the whole stack',
      otherwise: 'The drill runs on Debian 12.',
    })
  }
  const binaries = findPostgres15()
  if (binaries === undefined) throw new Error('PostgreSQL 15 was not found after the installation')
  return binaries
}

async function freePorts(): Promise<Ports> {
  const ports: number[] = []
  while (ports.length < 11) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const next = () => ports.pop() ?? 0
  return {
    primary: next(),
    standby: next(),
    pooler: next(),
    files: next(),
    provider: next(),
    http: next(),
    https: next(),
    machines: [
      { web: next(), worker: next() },
      { web: next(), worker: next() },
    ],
  }
}

interface Setup {
  folder: string
  ports: Ports
  /** `origin` is the proxy's origin. */
  origin: string
  demoData: boolean
  logOf: (name: string) => string
  start: (part: Part) => Promise<Part>
}

/** Starts every part in the order of docs/operations.md and reports each to `say`. `folder` must be new and empty. */
export async function startStack(
  folder: string,
  options: { demoData: boolean; say: (text: string) => void; started: (part: Part) => void },
): Promise<Stack> {
  const { demoData, say, started } = options
  const binaries = installPrograms()
  const ports = await freePorts()
  const origin = `https://localhost:${ports.https}`
  const truthFile = join(folder, 'truth.jsonl')
  // The engine's user may pass through this folder but not list it.
  chmodSync(folder, 0o711)
  mkdirSync(join(folder, 'logs'), { mode: 0o700 })
  const logOf = (name: string) => join(folder, 'logs', `${name}.log`)
  const start = async (part: Part): Promise<Part> => {
    started(part)
    await part.start()
    say(`${part.name} is up`)
    return part
  }
  const setup: Setup = { folder, ports, origin, demoData, logOf, start }

  const { primary, standby } = await startPostgresPair(join(folder, 'postgres'), {
    binaries,
    ports,
    password,
    logOf,
    start,
    user: nobody,
  })
  const pooler = await start(poolerPart(folder, ports, logOf('pooler')))
  const haproxy = await prepareHaproxy(folder, {
    http: ports.http,
    https: ports.https,
    servers: [ports.machines[0].web, ports.machines[1].web],
  })
  const services = await startServices(setup, truthFile, haproxy.certificate)
  const webA = await startProduct(setup, 'A', 'web')
  const workerA = await startProduct(setup, 'A', 'worker')
  const webB = await startProduct(setup, 'B', 'web')
  const workerB = await startProduct(setup, 'B', 'worker')
  const proxy = await start(
    new Part({
      name: 'HAProxy',
      file: 'haproxy',
      parameters: ['-db', '-f', haproxy.configuration],
      logFile: logOf('proxy'),
      isUp: () => listens(ports.https),
    }),
  )
  return {
    origin,
    webOrigin: `http://127.0.0.1:${ports.machines[0].web}`,
    ca: readFileSync(haproxy.certificate, 'utf8'),
    databaseUrl: urlOf(ports.primary),
    truthFile,
    platformSecret,
    parts: { primary, standby, pooler, ...services, webA, workerA, webB, workerB, proxy },
  }
}

/**
 * Starts the services that production buys: S3 and the payment provider. The provider trusts `certificate` when it sends callbacks.
 */
async function startServices(
  { folder, ports, logOf, start }: Setup,
  truthFile: string,
  certificate: string,
): Promise<Pick<Parts, 'files' | 'provider'>> {
  const files = new Part({
    name: 'S3',
    file: process.execPath,
    parameters: [
      join(root, 'lab/drills/support/s3-service.ts'),
      String(ports.files),
      join(folder, 'objects'),
    ],
    logFile: logOf('S3'),
    isUp: () => listens(ports.files),
  })
  const provider = new Part({
    name: 'provider',
    file: process.execPath,
    parameters: [
      join(root, 'packages/chip-simulator/src/main.ts'),
      '--port',
      String(ports.provider),
      '--truth',
      truthFile,
      '--data',
      join(folder, 'provider-data'),
    ],
    environment: { NODE_EXTRA_CA_CERTS: certificate },
    logFile: logOf('provider'),
    isUp: () => listens(ports.provider),
  })
  return { files: await start(files), provider: await start(provider) }
}

function startProduct(setup: Setup, machine: 'A' | 'B', role: 'web' | 'worker'): Promise<Part> {
  const { ports, demoData, logOf, start } = setup
  const port = ports.machines[machine === 'A' ? 0 : 1][role]
  // The first process is the only one that seeds the database.
  const isFirst = machine === 'A' && role === 'web'
  const part = new Part({
    name: `${role} ${machine}`,
    file: process.execPath,
    parameters: [join(root, 'lab/harness/server-process.ts')],
    environment: {
      ...environmentOf(setup, machine, role),
      PORT: String(port),
      DEMO_DATA: String(demoData && isFirst),
      DEMO_PASSWORD: demoPassword,
    },
    logFile: logOf(`${role}-${machine}`),
    isUp: () => isReady(port),
  })
  return start(part)
}

/** The product refuses the published password behind a proxy, so the demo accounts have this one. */
export const demoPassword = 'Apogee-Drill-1'

function environmentOf(
  { folder, ports, origin }: Setup,
  machine: string,
  role: string,
): Record<string, string> {
  const dataDir = join(folder, `machine-${machine}`)
  mkdirSync(dataDir, { recursive: true })
  return {
    APOGEE_ROLE: role,
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret of this drill, of no worth',
    DATABASE_URL: urlOf(ports.pooler),
    DATABASE_DIRECT_URL: urlOf(ports.primary),
    DATABASE_REPLICA_URL: urlOf(ports.standby),
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${ports.files}`,
    S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${ports.files}`,
    S3_BUCKET: bucket,
    S3_REGION: s3TestKey.region,
    S3_ACCESS_KEY_ID: s3TestKey.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3TestKey.secretAccessKey,
    CHIP_API_URL: `http://127.0.0.1:${ports.provider}`,
    CHIP_SECRET: platformSecret,
    CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
    CHIP_CALLBACK_URL: origin,
    // All visitors come from this machine, so limits for each network address are off.
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
}

function poolerPart(folder: string, ports: Ports, logFile: string): Part {
  const shipped = join(root, 'ops/pgbouncer/pgbouncer.ini')
  const users = join(folder, 'userlist.txt')
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"apogee" "${password}"\n`, { mode: 0o600 })
  if (nobody) chownSync(users, nobody.uid, nobody.gid)
  const text = substitute(
    readFileSync(shipped, 'utf8'),
    {
      'host=127.0.0.1 port=5432': `host=127.0.0.1 port=${ports.primary}`,
      'listen_addr = 127.0.0.1,10.0.0.1': 'listen_addr = 127.0.0.1',
      'listen_port = 6432': `listen_port = ${ports.pooler}`,
      '/etc/pgbouncer/userlist.txt': users,
    },
    shipped,
  )
  writeFileSync(configuration, text)
  return new Part({
    name: 'PgBouncer',
    file: 'pgbouncer',
    parameters: [configuration],
    user: nobody,
    logFile,
    isUp: () => listens(ports.pooler),
  })
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
  await answer.arrayBuffer()
  return answer.status === 200
}
