/** Tests that PostgreSQL accepts the product by a client certificate, as docs/operations.md#credentials-that-expire describes. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../apps/server/src/platform/database/database.ts'
import { Part } from '../lab/harness/part.ts'
import { installDebianPackages } from '../scripts/programs/debian-packages.mjs'
import { findPostgres15 } from '../scripts/programs/postgres15.mjs'
import { freePort } from '../lab/harness/processes.ts'

const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
let folder: string
let port: number
let server: Part

const openssl = (...parameters: string[]) =>
  execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' })

function makeAuthority(name: string): void {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
  )
}

/** Creates `NAME.key` and `NAME.crt`, signed by this authority. */
function makeCertificate(name: string, commonName: string, authority: string): void {
  openssl(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    `/CN=${commonName}`,
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
  )
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-CA',
    `${authority}.crt`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-days',
    '2',
    '-copy_extensions',
    'copy',
    '-out',
    `${name}.crt`,
  )
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apogee-certificates-'))
  makeAuthority('authority')
  makeAuthority('another-authority')
  makeCertificate('server', 'database', 'authority')
  makeCertificate('present', 'apogee', 'authority')
  makeCertificate('renewed', 'apogee', 'authority')
  makeCertificate('foreign', 'apogee', 'another-authority')
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600)
  if (user)
    for (const name of ['.', ...readdirSync(folder)]) chownSync(join(folder, name), user.uid, user.gid)
  server = await startServer()
})

afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts PostgreSQL with the role and the database `apogee`, which accept only a certificate. */
async function startServer(): Promise<Part> {
  if (!findPostgres15())
    installDebianPackages({
      packages: ['postgresql-15'],
      purpose: 'the tests of certificates for the database',
      otherwise: 'Install PostgreSQL 15.',
    })
  const binaries = findPostgres15() ?? ''
  const cluster = join(folder, 'cluster')
  execFileSync(join(binaries, 'initdb'), ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '--auth=trust'], {
    ...user,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: 'pipe',
  })
  writeFileSync(
    join(cluster, 'pg_hba.conf'),
    'local all postgres trust\nhostssl apogee apogee 127.0.0.1/32 cert clientcert=verify-full\n',
  )
  port = await freePort()
  const files = { ssl_cert_file: 'server.crt', ssl_key_file: 'server.key', ssl_ca_file: 'authority.crt' }
  const owner = { host: folder, port, user: 'postgres', database: 'postgres' }
  const part = new Part({
    name: 'PostgreSQL',
    file: join(binaries, 'postgres'),
    parameters: [
      '-D',
      cluster,
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'ssl=on',
      ...Object.entries(files).flatMap(([name, file]) => ['-c', `${name}=${join(folder, file)}`]),
    ],
    environment: { LC_ALL: 'C', TZ: 'UTC' },
    user,
    stopSignal: 'SIGINT',
    logFile: join(folder, 'postgres.log'),
    isUp: () => ask(owner, 'SELECT 1').then(() => true),
  })
  await part.start()
  await ask(owner, 'CREATE ROLE apogee LOGIN')
  await ask(owner, 'CREATE DATABASE apogee OWNER apogee')
  return part
}

async function ask(config: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Puts a certificate and its key at the configured paths, as an agent that renews them does. */
function putInPlace(name: string): void {
  for (const end of ['crt', 'key'])
    copyFileSync(join(folder, `${name}.${end}`), join(folder, `client.${end}`))
}

test('a certificate opens the database without a password, and a renewed one is read by the next connection', async () => {
  putInPlace('present')
  const files = `sslcert=${folder}/client.crt&sslkey=${folder}/client.key&sslrootcert=${folder}/authority.crt`
  const database = connect({
    connectionString: `postgres://apogee@127.0.0.1:${port}/apogee?sslmode=verify-full&${files}`,
    poolSize: 1,
    applicationName: 'apogee certificates',
    log: pino({ level: 'silent' }),
  })
  const asked = () =>
    database.pool
      .query<{ serial: string }>(
        'SELECT client_serial::text AS serial FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      )
      .then(({ rows }) => rows[0]?.serial)
  /** Ends all connections, so that the next statement needs another one. */
  const endConnections = () =>
    ask(
      { host: folder, port, user: 'postgres', database: 'postgres' },
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'apogee'",
    )
  try {
    const first = await asked()
    expect(first).toMatch(/^\d+$/)
    putInPlace('foreign')
    // Open connections stay open.
    expect(await asked()).toBe(first)
    await endConnections()
    await expect.poll(() => asked().catch(() => 'refused')).toBe('refused')
    putInPlace('renewed')
    const renewed = await asked()
    expect(renewed).toMatch(/^\d+$/)
    expect(renewed).not.toBe(first)
  } finally {
    await database.close()
  }
})
