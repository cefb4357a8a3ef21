/**
 * Tests the shipped configuration of ClamAV's daemon, started with a signature database of one file and queried as the product
 * does.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clamd } from '../apps/server/src/adapters/virus-scan/clamd.ts'
import { ScannerUnavailable } from '../apps/server/src/adapters/virus-scan/port.ts'
import { eicar } from '../apps/server/src/adapters/virus-scan/test-file.ts'
import { packedFiles } from '../apps/server/src/features/scorm/testing.ts'
import { inspectScanner } from '../apps/server/src/app/health/inspect-scanner.ts'
import { substitute } from './testing-substitute.ts'

const shipped = join(import.meta.dirname, 'clamav/clamd.conf')
const megabyte = 1024 ** 2
const maxBytes = 500 * megabyte

let folder: string
let daemon: ChildProcess
let log = ''
let scanner: Clamd
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-clamav-'))
  await mkdir(join(folder, 'signatures'))
  // freshclam is unavailable here, so the database holds the MD5 of the test file, its size and a name.
  const md5 = createHash('md5').update(eicar).digest('hex')
  await writeFile(join(folder, 'signatures/own.hdb'), `${md5}:${eicar.length}:Eicar-Test-Signature\n`)
  const path = join(folder, 'clamd.ctl')
  const configuration = substitute(
    await readFile(shipped, 'utf8'),
    {
      'User clamav\n': '',
      '/var/lib/clamav': join(folder, 'signatures'),
      '/run/clamav/clamd.ctl': path,
      'LocalSocketGroup clamav\n': '',
      'Foreground false': 'Foreground true',
      'LogFile /var/log/clamav/clamav.log\n': '',
      'LogRotate true\n': '',
    },
    shipped,
  )
  await writeFile(join(folder, 'clamd.conf'), configuration)
  daemon = spawn('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'pipe' })
  for (const stream of [daemon.stdout, daemon.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  scanner = new Clamd({ address: { path }, maxBytes })
  await untilReady()
})
afterAll(async () => {
  if (daemon.exitCode === null) {
    const ended = once(daemon, 'exit')
    daemon.kill()
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

async function untilReady(): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    try {
      await scanner.state()
      return
    } catch (error) {
      if (!(error instanceof ScannerUnavailable) || daemon.exitCode !== null)
        throw new Error(log, { cause: error })
      await pause(200)
    }
  }
  throw new Error(`clamd did not start: ${log}`)
}

async function fileOf(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Creates a file of zeros, which the disk does not store. */
async function sparse(name: string, bytes: number): Promise<string> {
  const path = join(folder, name)
  await using file = await open(path, 'w')
  await file.truncate(bytes)
  return path
}

test('clamd finds the test file alone and packed, and calls others clean', async () => {
  expect(await scanner.scan(await fileOf('plain.txt', 'Nothing is wrong with it.'))).toEqual({
    state: 'clean',
  })
  const found = { state: 'infected', signature: expect.stringContaining('Eicar-Test-Signature') }
  expect(await scanner.scan(await fileOf('test-file', eicar))).toEqual(found)
  const packed = await packedFiles({ 'readme.txt': 'Read me', 'inner/answer.com': eicar })
  expect(await scanner.scan(await fileOf('work.zip', packed))).toEqual(found)
})

test('a file of the largest size passes through the shipped limits, and a longer one is refused by clamd', async () => {
  expect(await scanner.scan(await sparse('largest', maxBytes))).toEqual({ state: 'clean' })
  await expect(scanner.scan(await sparse('longer', maxBytes + 8 * megabyte))).rejects.toThrow(
    ScannerUnavailable,
  )
})

test('doctor’s check passes', async () => {
  const found = await inspectScanner({ address: { path: join(folder, 'clamd.ctl') }, maxBytes })
  expect(found).toEqual({ state: 'ok', remark: expect.stringMatching(/^ClamAV .* finds the test file$/) })
})
