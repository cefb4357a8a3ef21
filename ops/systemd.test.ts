import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretVariables } from '../apps/server/src/app/config/config-variables.ts'
import { configWarnings, readConfig } from '../apps/server/src/app/config/config.ts'

const root = join(import.meta.dirname, '..')
const shipped = join(import.meta.dirname, 'systemd')
const units = readdirSync(shipped).filter((name) => /\.(?:service|timer)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))

/** The limit is the exposure that `systemd-analyze security` computes, from 0 to 10; 2 is the bound of 'OK'. */
const mostExposure = 2

/** The units start the program of this repository, because the check verifies that it is executable. */
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apogee-units-'))
  for (const name of units) {
    const text = readFileSync(join(shipped, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll('/opt/apogee/current', root))
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function analyse(...parameters: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', parameters, {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  })
  return { status, output: `${stdout}${stderr}` }
}

test.for(units)('systemd finds nothing to object to in %s', (name) => {
  expect(analyse('verify', '--man=no', join(folder, name))).toEqual({ status: 0, output: '' })
})

test('systemd accepts the drop-in with encrypted secrets, and each becomes a variable that the product reads', () => {
  const dropIn = readFileSync(join(shipped, 'credentials.conf.example'), 'utf8')
  const dropIns = join(folder, 'apogee.service.d')
  mkdirSync(dropIns)
  writeFileSync(join(dropIns, 'credentials.conf'), dropIn)
  const { status, output } = analyse('verify', '--man=no', join(folder, 'apogee.service'))
  rmSync(dropIns, { recursive: true })
  expect({ status, output }).toEqual({ status: 0, output: '' })
  const loaded = [...dropIn.matchAll(/^LoadCredential(?:Encrypted)?=([\w-]+):/gm)].map(([, name]) => name)
  const given = [...dropIn.matchAll(/\b([A-Z_]+)_FILE=%d\/([\w-]+)/g)]
  expect(given.map(([, , name]) => name)).toEqual(loaded)
  for (const [, variable, name] of given) {
    expect(secretVariables).toContain(variable)
    expect(name).toBe(variable?.toLowerCase().replaceAll('_', '-'))
  }
})

test.for(services)('%s gives a process few rights', (name) => {
  const { status, output } = analyse(
    'security',
    '--offline=true',
    `--threshold=${mostExposure * 10}`,
    '--no-pager',
    join(folder, name),
  )
  expect(status, output).toBe(0)
})

test('a service is stopped later than a drain, the end of its requests and that of its log may take', () => {
  for (const name of services) {
    const limit = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(shipped, name), 'utf8'))?.[1]
    expect(Number(limit), name).toBeGreaterThanOrEqual(10 + 25 + 15)
  }
})

test('a service may write to the folder of backups in the example', () => {
  const folder = exampleEnvironment()['BACKUP_DIR']
  for (const name of services)
    expect(readFileSync(join(shipped, name), 'utf8')).toContain(`\nReadWritePaths=-${folder}\n`)
})

/** Returns the NAME=value lines; a line that is commented out counts as well. */
function exampleEnvironment(): Record<string, string> {
  const lines = readFileSync(join(shipped, 'apogee.env.example'), 'utf8').split('\n')
  const pairs = lines.map((line) => /^#?([A-Z_]+)=(.*)$/.exec(line))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])))
}

test('uploads are copied to the folder of backups, and an emptied folder does not empty the copy', () => {
  const unit = readFileSync(join(shipped, 'apogee-uploads.service'), 'utf8')
  const [program = '', ...options] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
  const uploads = join(folder, 'uploads')
  const copies = join(folder, 'copies')
  const run = () =>
    spawnSync(program, [...options.slice(0, -2), `${uploads}/`, `${copies}/`], { encoding: 'utf8' })
  mkdirSync(join(uploads, 'files'), { recursive: true })
  const names = Array.from({ length: 1_002 }, (_, nth) => `${nth}`)
  for (const name of names) writeFileSync(join(uploads, 'files', name), name)
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  rmSync(join(uploads, 'files', '0'))
  expect(run().status).toBe(0)
  expect(readdirSync(join(copies, 'files')).toSorted()).toEqual(names.slice(1).toSorted())
  rmSync(join(uploads, 'files'), { recursive: true })
  // The exit code 25 means that not all of them were removed.
  expect(run().status).toBe(25)
  expect(readdirSync(join(copies, 'files'))).toHaveLength(1)
})

test('the example of an environment file starts a live product when its secrets are there', () => {
  const secrets: Record<string, string> = {
    DATABASE_OWNER_URL: 'postgres://apogee_owner:password@127.0.0.1/apogee',
    APP_SECRET: 'r8Wq2ZtN5vXc7LmK1pJd9HsG4fBy6QaT3eUi0oRw',
    METRICS_TOKEN: '0f9b2c7d5e1a48630f9b2c7d5e1a4863',
    SMTP_URL: 'smtp://user:password@mail.example.my:587',
    SUPERADMIN_PASSWORD: 'Seven-Hornbills-4-Breakfast',
    CHIP_SECRET: 'key',
    BACKUP_KEY: 'yB5nC8mV1xZ4lK7jH0gF3dS6aP9oI2uYtR5eW8qE',
    BACKUP_S3_ACCESS_KEY_ID: 'backup-id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'backup-secret',
  }
  const environment = exampleEnvironment()
  for (const [name, path] of Object.entries(environment)) {
    if (!name.endsWith('_FILE')) continue
    const variable = name.slice(0, -'_FILE'.length)
    expect(secretVariables).toContain(variable)
    expect(path).toBe(`/etc/apogee/secrets/${variable.toLowerCase().replaceAll('_', '-')}`)
    environment[name] = join(folder, variable)
    writeFileSync(join(folder, variable), `${secrets[variable]}\n`)
  }
  // Installations with a single superadmin, which get a warning, leave the setting out.
  delete environment['APOGEE_PAYOUT_APPROVALS']
  const config = readConfig({ ...environment, CHIP_BRAND_ID: 'brand' })
  expect(configWarnings(config)).toEqual([])
  expect(config).toMatchObject({
    isLive: true,
    trustedProxies: ['127.0.0.1'],
    appSecret: secrets['APP_SECRET'],
  })
})

test('every variable of the example is in docs/configuration.md', () => {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  for (const name of Object.keys(exampleEnvironment()))
    expect(page).toContain(`\`${name.replace(/_FILE$/, '')}\``)
})
