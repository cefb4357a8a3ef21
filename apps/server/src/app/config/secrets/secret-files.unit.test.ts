import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretVariables, variableNames } from '../config-variables.ts'
import { readConfig } from '../config.ts'
import { problemsOf } from '../config.testing.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apogee secrets '))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('every secret variable can be read from a file, without the line break at its end', () => {
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://apogee:hush@127.0.0.1/apogee',
    DATABASE_DIRECT_URL: 'postgres://apogee:hush@127.0.0.1:5433/apogee',
    APP_SECRET: 'k'.repeat(48),
    SUPERADMIN_PASSWORD: 'Seven-Hornbills-4-Breakfast',
    CHIP_SECRET: 'chip-key',
    SMTP_URL: 'smtp://user:hush@mail.example.my:587',
    GOOGLE_CLIENT_SECRET: 'google-key',
    GITHUB_CLIENT_SECRET: 'github-key',
    METRICS_TOKEN: 'm'.repeat(20),
  }
  const others = {
    SUPERADMIN_EMAIL: 'owner@example.my',
    CHIP_BRAND_ID: 'brand',
    GOOGLE_CLIENT_ID: 'google',
    GITHUB_CLIENT_ID: 'github',
  }
  const files = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]),
  )
  expect(readConfig({ ...others, ...files })).toEqual(readConfig({ ...others, ...values }))
  expect(secretVariables).toEqual(expect.arrayContaining(Object.keys(values)))
})

test('a secret that is given both as a value and as a file stops the start', () => {
  const path = file('both', 'k'.repeat(48))
  expect(problemsOf({ APP_SECRET: 'h'.repeat(48), APP_SECRET_FILE: path })).toEqual([
    'APP_SECRET and APP_SECRET_FILE are both set: keep one of them',
  ])
})

test('an empty variable beside its file counts as not given', () => {
  const path = file('beside', 'k'.repeat(48))
  expect(readConfig({ APP_SECRET: ' ', APP_SECRET_FILE: path }).appSecret).toBe('k'.repeat(48))
  expect(readConfig({ APP_SECRET: 'h'.repeat(48), APP_SECRET_FILE: '' }).appSecret).toBe('h'.repeat(48))
})

test.for<[string, () => string]>([
  ['does not exist', () => join(folder, 'hush-absent')],
  ['does not exist', () => 'hush-value-in-the-wrong-place'],
  ['is empty', () => file('empty', ' \n')],
  ['is a folder or a device', () => folder],
  ['is a folder or a device', () => '/dev/null'],
  ['has more than one line', () => file('lines', 'hush\nhush')],
  ['has more than 65536 bytes', () => file('long', Buffer.alloc(70_000, 'h'))],
])('a secret file that %s stops the start in a sentence without path and value', ([why, path]) => {
  const given = path()
  const problems = problemsOf({ METRICS_TOKEN_FILE: given })
  expect(problems).toEqual([
    `METRICS_TOKEN_FILE must name a file with one line, the value: its file ${why}. Example: METRICS_TOKEN_FILE=/etc/apogee/secrets/metrics-token`,
  ])
  expect(problems.join()).not.toContain('hush')
})

test('a bad value in a secret file is refused by the rule of its variable and not repeated', () => {
  expect(problemsOf({ DATABASE_URL_FILE: file('url', 'mysql://root:hush@127.0.0.1/apogee') })).toEqual([
    'DATABASE_URL must be the address of a PostgreSQL database; the 34 characters given are not. Example: DATABASE_URL=postgres://apogee:secret@127.0.0.1:5432/apogee',
  ])
})

test('every variable whose name says that it is a secret may be given as a file', () => {
  const secrets = variableNames.filter((name) => /(?:SECRET|PASSWORD|TOKEN|KEY|KEY_ID)$/.test(name))
  expect(secrets.filter((name) => !secretVariables.includes(name))).toEqual([])
})

test('a variable can be given as a file only when it is secret', () => {
  expect(secretVariables).not.toContain('PORT')
  expect(readConfig({ PORT_FILE: file('port', '4000') }).port).toBe(3000)
})

test('docs/configuration.md marks the variables that may be given as a file, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/configuration.md'), 'utf8')
  const marked = [...page.matchAll(/^- `([A-Z0-9_]+)` †/gm)].map(([, name]) => name)
  expect(new Set(marked)).toEqual(new Set(secretVariables))
})
