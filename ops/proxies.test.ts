/** Checks that HAProxy and Caddy accept the shipped configurations. nginx.test.ts runs the one of nginx. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from './testing-certificate.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apogee-proxies-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('HAProxy accepts its configuration without a warning', () => {
  const { certificate, key } = makeCertificate(folder)
  mkdirSync(join(folder, 'certificates'))
  writeFileSync(
    join(folder, 'certificates/learn.pem'),
    readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'),
  )
  const file = join(folder, 'haproxy.cfg')
  const text = readFileSync(join(import.meta.dirname, 'haproxy/haproxy.cfg'), 'utf8')
  writeFileSync(file, text.replace('/etc/haproxy/certificates/', join(folder, 'certificates/')))
  const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
  expect(status).toBe(0)
})

test('Caddy accepts its configurations without a warning', () => {
  const file = join(folder, 'Caddyfile')
  const shipped = join(import.meta.dirname, 'caddy')
  const packages = join(shipped, 'packages.caddy')
  writeFileSync(file, `${readFileSync(join(shipped, 'Caddyfile'), 'utf8')}\nimport ${packages}\n`)
  const { status, stdout, stderr } = spawnSync(
    'caddy',
    ['validate', '--config', file, '--adapter', 'caddyfile'],
    {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    },
  )
  // The warning is expected for the sites for requests without TLS.
  const plainSites = /^.*listening only on the HTTP port, so no automatic HTTPS.*$/gm
  expect(`${stdout}${stderr}`.replaceAll(plainSites, '')).not.toMatch(
    /"level":"(?:warn|error)"|\bWARN\b|\bERROR\b/,
  )
  expect(status).toBe(0)
})
