/** Tests the container files without a container engine: reads the compose file and checks that its parts exist. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packageMaxBytes } from '../packages/contracts/src/limits.ts'
import { readConfig } from '../apps/server/src/app/config/config.ts'
import { secretVariables } from '../apps/server/src/app/config/config-variables.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the image is made of the artefact that npm run release makes, and starts it as its own user', () => {
  const containerfile = read('ops/Containerfile')
  expect(containerfile).toMatch(/npm run release -- \$RELEASE_OPTIONS/)
  expect(containerfile).toContain('sha256sum --check --quiet SHA256SUMS')
  const copied = [...containerfile.matchAll(/^COPY --from=release (\S+)/gm)].map(([, path]) => path)
  expect(copied).toEqual(['/release'])
  expect(containerfile).toMatch(/^USER apogee$/m)
  expect(containerfile).toMatch(/^ENTRYPOINT \["\/opt\/apogee\/bin\/apogee"\]$/m)
  expect(existsSync(join(root, 'bin/apogee'))).toBe(true)
})

test('the compose file gives every secret as a file of its own', () => {
  const compose = read('ops/compose.yml')
  const variables = [...compose.matchAll(/^ +([A-Z_]+)_FILE: \/run\/secrets\/([\w-]+)$/gm)]
  const own = variables.filter(([, name]) => name !== 'POSTGRES_PASSWORD')
  expect(own.map(([, name]) => name)).toEqual([
    'DATABASE_URL',
    'APP_SECRET',
    'METRICS_TOKEN',
    'BACKUP_KEY',
    'DATABASE_OWNER_URL',
  ])
  for (const [, name = ''] of own) expect(secretVariables).toContain(name)
  for (const [, , file = ''] of variables) expect(compose).toContain(`${file}: { file: secrets/${file} }`)
})

/** Returns the lines below a key of the compose file, up to the next key of its indentation. */
function partOf(compose: string, key: string): string {
  const [, indent = '', rest = ''] = new RegExp(`^( *)${key}:(?: &\\w+)?\\n([^]*)`, 'm').exec(compose) ?? []
  const lines = rest.split('\n')
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `))
  return lines.slice(0, end === -1 ? undefined : end).join('\n')
}

test('both processes of the compose file write backups, into a folder of the machine and not into a volume', () => {
  const compose = read('ops/compose.yml')
  const shared = partOf(compose, 'x-apogee')
  const folder = /^ +BACKUP_DIR: (\S+)$/m.exec(shared)?.[1]
  expect(folder).toBeDefined()
  expect(shared).toContain(`source: ${folder}`)
  expect(shared).toContain(`target: ${folder}`)
  // A missing mount is an error, because a folder that Docker creates would be on the disk of the database.
  expect(shared).toContain('create_host_path: false')
  for (const service of ['web', 'worker']) {
    expect(partOf(compose, service)).toContain('<<: *apogee')
    expect(partOf(compose, service)).toContain('<<: *environment')
  }
  expect(partOf(compose, 'worker')).toContain('APOGEE_ROLE: worker')
})

test('the cluster of the compose file gets an owner and a running role, neither of which is its superuser', () => {
  const compose = read('ops/compose.yml')
  expect(partOf(compose, 'postgres')).toContain(
    './postgresql/two-roles.sh:/docker-entrypoint-initdb.d/two-roles.sh:ro',
  )
  const script = read('ops/postgresql/two-roles.sh')
  const roles = [...script.matchAll(/^CREATE ROLE (\w+) LOGIN/gm)].map(([, role]) => role)
  expect(roles).toEqual(['apogee_owner', 'apogee_running'])
  expect(script).not.toMatch(/\bSUPERUSER|CREATEROLE|CREATEDB/)
  expect(compose).toContain(`# postgres://${roles[0]}:OWNER-PASSWORD@postgres/apogee\n  database-owner-url:`)
  expect(compose).toContain(`# postgres://${roles[1]}:RUNNING-PASSWORD@postgres/apogee\n  database-url:`)
  expect(partOf(compose, 'postgres')).toContain('POSTGRES_USER: postgres')
})

test('the container that migrates alone has the address of the owner, and pages start after it', () => {
  const compose = read('ops/compose.yml')
  const [shared, web, worker] = ['x-apogee', 'web', 'worker'].map((key) => partOf(compose, key))
  for (const part of [shared, web]) expect(part).not.toContain('database-owner-url')
  expect(worker).toContain('DATABASE_OWNER_URL_FILE: /run/secrets/database-owner-url')
  expect(/^ +secrets: \[(.*)\]$/m.exec(worker ?? '')?.[1]?.split(', ')).toContain('database-owner-url')
  expect(web).toContain('worker: { condition: service_healthy }')
  expect(read('ops/Containerfile')).toMatch(/^HEALTHCHECK /m)
})

test('the image has the programs of the PostgreSQL that the compose file runs, which then lets them receive its log', () => {
  const compose = read('ops/compose.yml')
  const major = /image: docker\.io\/library\/postgres:(\d+)/.exec(compose)?.[1]
  const containerfile = read('ops/Containerfile')
  expect(containerfile).toContain(`ARG POSTGRES_MAJOR=${major}\n`)
  expect(containerfile).toMatch(/ postgresql-\$POSTGRES_MAJOR /)
  expect(partOf(compose, 'postgres')).toContain(
    './postgresql/allow-replication.sh:/docker-entrypoint-initdb.d/allow-replication.sh:ro',
  )
  const folder = mkdtempSync(join(tmpdir(), 'apogee-cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('sh', ['-c', `. '${join(root, 'ops/postgresql/allow-replication.sh')}'`], {
    env: { PGDATA: folder },
  })
  expect(readFileSync(join(folder, 'pg_hba.conf'), 'utf8')).toBe(
    'host replication all samenet scram-sha-256\n',
  )
})

test('the example of an environment for containers starts a live product, and its bucket gets the backups', () => {
  const example = read('ops/compose.env.example').replaceAll(/^#(?=[A-Z_\d]+=)/gm, '')
  const environment = Object.fromEntries(
    [...example.matchAll(/^([A-Z_\d]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value || 'x']),
  )
  const compose = read('ops/compose.yml')
  const config = readConfig({
    ...environment,
    DATABASE_URL: 'postgres://apogee:x@postgres/apogee',
    APP_SECRET: 'r8Wq2ZtN5vXc7LmK1pJd9HsG4fBy6QaT3eUi0oRw',
    BACKUP_KEY: 'yB5nC8mV1xZ4lK7jH0gF3dS6aP9oI2uYtR5eW8qE',
    BACKUP_DIR: /^ +BACKUP_DIR: (\S+)$/m.exec(compose)?.[1],
    HOST: '0.0.0.0',
  })
  expect(config.isLive).toBe(true)
  expect(config.backup).toMatchObject({
    directory: '/mnt/backups/apogee',
    bucket: { bucket: 'apogee-backups' },
  })
})

test('the container that scans uploads starts on wish only, with the limits of the shipped clamd.conf', () => {
  const scanner = partOf(read('ops/compose.yml'), 'clamav')
  expect(scanner).toContain('profiles: [malware-scan]')
  expect(scanner).toContain('./clamav/container.conf:/etc/clamav/clamd.conf:ro')
  const settingsOf = (path: string) =>
    Object.fromEntries(
      [...read(path).matchAll(/^([A-Z]\w+) (.+)$/gm)].map(([, name, value]) => [name, value]),
    )
  const own = settingsOf('ops/clamav/clamd.conf')
  const limits = Object.entries(own).filter(([name]) => /^(?:Max|Stream|Alert|Concurrent)/.test(name))
  expect(limits.length).toBeGreaterThan(8)
  expect(settingsOf('ops/clamav/container.conf')).toMatchObject(Object.fromEntries(limits))
  const example = read('ops/compose.env.example')
  expect(example).toContain('#VIRUS_SCANNER=tcp://clamav:3310\n')
  expect(own['StreamMaxLength']).toBe(`${packageMaxBytes / 1024 ** 2}M`)
})

test('the roles are not made without their passwords, which the user of the image can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-role-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'psql'), '#!/bin/sh\necho made\n', { mode: 0o755 })
  // The script runs as in the image. This machine has no such secret.
  const script = `set -Eeo pipefail; . ${join(root, 'ops/postgresql/two-roles.sh')}`
  const env = { PATH: `${folder}:/usr/bin:/bin`, POSTGRES_USER: 'postgres', POSTGRES_DB: 'apogee' }
  const run = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' })
  expect([run.status, run.stdout]).toEqual([1, ''])
  expect(read('docs/operations.md')).toContain('chown 999 ops/secrets/{owner,running}-database-password')
})
