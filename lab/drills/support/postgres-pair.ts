/** Runs PostgreSQL with a streaming standby, with Debian's programs and the configuration of ops/postgresql. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { substitute } from '../../../ops/testing-substitute.ts'
import { Part } from '../../harness/part.ts'

type Name = 'primary' | 'standby'

interface PairOptions {
  /** This folder contains `initdb` and the other programs. */
  binaries: string
  ports: Readonly<Record<Name, number>>
  password: string
  /** PostgreSQL runs as this user; undefined means the current user. */
  user: { uid: number; gid: number } | undefined
  logOf: (name: string) => string
  start: (part: Part) => Promise<Part>
}

const shipped = join(import.meta.dirname, '../../../ops/postgresql/apogee.conf')

/** Creates the database `apogee` of the role `apogee` in a new `folder`. */
export async function startPostgresPair(
  folder: string,
  { binaries, ports, password, user, logOf, start }: PairOptions,
): Promise<Record<Name, Part>> {
  mkdirSync(folder, { mode: 0o700 })
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid)
  const run = (program: string, parameters: string[]) =>
    execFileSync(join(binaries, program), parameters, {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', PGPASSWORD: password },
      stdio: 'pipe',
    })
  const urlOf = (name: Name, role: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${ports[name]}/${database}`
  const partOf = (name: Name) => {
    // Debian's postgresql.conf includes conf.d/apogee.conf.
    const configuration = join(folder, `${name}.conf`)
    writeFileSync(configuration, `include '${join(folder, name, 'postgresql.conf')}'\n${settings()}`)
    return new Part({
      name: `PostgreSQL ${name}`,
      file: join(binaries, 'postgres'),
      parameters: [
        '-D',
        join(folder, name),
        '-p',
        String(ports[name]),
        '-k',
        folder,
        '-c',
        `config_file=${configuration}`,
      ],
      environment: { LC_ALL: 'C', TZ: 'UTC' },
      user,
      // With this signal, PostgreSQL ends without waiting for its clients.
      stopSignal: 'SIGINT',
      logFile: logOf(name),
      isUp: () => answers(urlOf(name, 'postgres', 'postgres')),
    })
  }

  const cluster = ['-D', join(folder, 'primary'), '-U', 'postgres', '-E', 'UTF8']
  run('initdb', [...cluster, '--auth=scram-sha-256', `--pwfile=${passwordFile}`])
  const primary = await start(partOf('primary'))
  await withClient(urlOf('primary', 'postgres', 'postgres'), async (client) => {
    await client.query(`CREATE ROLE apogee LOGIN PASSWORD '${password}'`)
    await client.query(`CREATE ROLE standby LOGIN REPLICATION PASSWORD '${password}'`)
    await client.query("CREATE DATABASE apogee OWNER apogee ENCODING 'UTF8' TEMPLATE template0")
    await client.query("ALTER ROLE apogee SET statement_timeout = '30s'")
  })
  const source = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'standby']
  run('pg_basebackup', [
    ...source,
    '-D',
    join(folder, 'standby'),
    '-R',
    '-C',
    '-S',
    'machine_b',
    '-c',
    'fast',
  ])
  return { primary, standby: await start(partOf('standby')) }
}

function settings(): string {
  return substitute(readFileSync(shipped, 'utf8'), { 'localhost, 10.0.0.1': '127.0.0.1' }, shipped)
}

async function answers(connectionString: string): Promise<boolean> {
  await withClient(connectionString, (client) => client.query('SELECT 1'))
  return true
}

async function withClient(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  // A lost connection also rejects the running statement, so the event itself needs no handling.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
