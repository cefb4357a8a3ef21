/**
 * Tests the artefact of `npm run release` separately: unpacked elsewhere, started, and used. It is built from the working tree,
 * unless RELEASE_ARTEFACT names one.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let scratch: string
let artefact: string
let folder: string
let server: ChildProcess | undefined

function makeArtefact(): string {
  const said = execFileSync(process.execPath, ['scripts/release.ts', '--trial'], {
    cwd: root,
    encoding: 'utf8',
  })
  return /^(\S+\.tar\.gz): /m.exec(said)?.[1] ?? ''
}

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'apogee artefact '))
  artefact = resolve(root, process.env['RELEASE_ARTEFACT'] ?? makeArtefact())
  folder = join(scratch, 'opt')
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', artefact, '-C', folder, '--strip-components=1'])
})

afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(scratch, { recursive: true, force: true })
})

test('the checksums of the artefact and of its files are right', () => {
  execFileSync('sha256sum', ['--check', '--status', `${basename(artefact)}.sha256`], {
    cwd: dirname(artefact),
  })
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
  const facts = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Record<string, unknown>
  expect(facts).toMatchObject({ platform: `${process.platform}-${process.arch}` })
})

test('the artefact has no tests, no packages for development, and a licence list', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = files.filter((path) => !path.startsWith('node_modules/'))
  expect(own.filter((path) => /\.test\.|\.testing\.|testing/.test(path))).toEqual([])
  expect(own.filter((path) => path.startsWith('apps/web/'))).toEqual(
    expect.arrayContaining(['apps/web/dist/stamp.json', 'apps/web/package.json']),
  )
  expect(own).not.toContain('apps/web/src')
  expect(own).toContain('apps/server/dist/release/main.js')
  for (const name of ['typescript', 'vite', 'vitest', 'react', '@types', '@playwright'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false)
  const licences = readFileSync(join(folder, 'LICENCES.txt'), 'utf8')
  expect(licences).toContain('fastify ')
  expect(licences).not.toMatch(/: see below$/m)
  const { scripts, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
    devDependencies?: object
  }
  expect(devDependencies).toBeUndefined()
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'prestart', 'doctor', 'db:dump']))
  expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining(['test']))
})

/** Starts the release as a unit does, with a folder that it may not write. */
async function start(): Promise<string> {
  makeReadOnly(folder)
  const data = join(scratch, 'data')
  server = spawn(join(folder, 'bin/apogee'), ['start'], {
    cwd: scratch,
    env: { PATH: '/usr/bin:/bin', PORT: '0', DATA_DIR: data, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const started = server
  let said = ''
  return new Promise((resolve, reject) => {
    started.once('exit', (code) => reject(new Error(`the release ended with ${code}: ${said}`)))
    started.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const origin = /Apogee is ready at (\S+)/.exec(said)?.[1]
      if (origin) resolve(origin)
    })
  })
}

function makeReadOnly(path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o555)
  chmodSync(path, 0o555)
}

test('an unpacked release starts with one command in an empty folder, and a course can be bought', async () => {
  const origin = await start()
  const call = async (method: string, path: string, token?: string, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect((await fetch(`${origin}/marketplace`)).status).toBe(200)
  const account = { name: 'Rosnah', email: 'rosnah@release.test', password: 'Seven-Hornbills-4' }
  const registered = await call('POST', '/auth/register', undefined, account)
  const { token } = registered.body['data'] as { token: string }
  const listed = await call('GET', '/courses?limit=20', token)
  const courses = listed.body['data'] as { id: number; price: number }[]
  const course = courses.find(({ price }) => price > 0)
  const customerInfo = {
    address: '1 Jalan Ujian',
    city: 'Kuala Lumpur',
    state: 'WP',
    postalCode: '50000',
    country: 'Malaysia',
  }
  const order = await call('POST', '/payments/bulk', token, { courseIds: [course?.id], customerInfo })
  expect(order.body).toMatchObject({ payment_url: expect.any(String) })
  const paid = await fetch(`${String(order.body['payment_url'])}pay/`, {
    method: 'POST',
    body: new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: '0' }),
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
  await expect
    .poll(
      async () => (await call('GET', `/payments/check/${String(order.body['payment_id'])}`, token)).body,
      {
        timeout: 60_000,
      },
    )
    .toMatchObject({ status: 'paid' })
  const enrolled = await call('GET', '/courses/enrolled', token)
  expect(JSON.stringify(enrolled.body)).toContain(`"id":${course?.id}`)

  const ready = spawn(join(folder, 'bin/apogee'), ['ready'], {
    env: { PATH: '/usr/bin:/bin', PORT: new URL(origin).port },
    stdio: 'inherit',
  })
  expect(await once(ready, 'exit')).toEqual([0, null])
  const stopped = server ? once(server, 'exit') : undefined
  server?.kill('SIGTERM')
  expect(await stopped).toEqual([0, null])
})
