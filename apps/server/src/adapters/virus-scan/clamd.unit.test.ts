import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { QueueFull } from '#server/platform/resources/bounded-queue.ts'
import { Clamd } from './clamd.ts'
import { ScannerUnavailable } from './port.ts'
import { eicar } from './test-file.ts'
import { FakeClamd } from './testing.ts'

let folder: string
let fake: FakeClamd
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-scan-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  fake = await FakeClamd.start()
})
afterEach(() => fake.stop())

const clamd = (more: Partial<ConstructorParameters<typeof Clamd>[0]> = {}) =>
  new Clamd({ address: fake.address, maxBytes: 1_000_000, ...more })

async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(folder, `file-${Math.random()}`)
  await writeFile(path, content)
  return path
}

const large = Buffer.alloc(3_000_001, 'a large file ')

describe('a scan', () => {
  test('a scan of a file of many chunks without malware is clean', async () => {
    const scanner = clamd()
    expect(await scanner.scan(await fileOf(large))).toEqual({ state: 'clean' })
    expect(await scanner.scan(await fileOf(''))).toEqual({ state: 'clean' })
    expect([fake.scans, scanner.outcomes.clean]).toEqual([2, 2])
  })

  test('names the signature that was found behind many chunks', async () => {
    const scanner = clamd()
    expect(await scanner.scan(await fileOf(Buffer.concat([large, Buffer.from(eicar)])))).toEqual({
      state: 'infected',
      signature: 'Eicar-Test-Signature',
    })
    expect(scanner.outcomes).toEqual({ clean: 0, infected: 1, incomplete: 0, failed: 0 })
  })

  test.for(['Heuristics.Limits.Exceeded.MaxFileSize', 'Heuristics.Encrypted.Zip'])(
    'that clamd could not end is incomplete (%s)',
    async (signature) => {
      fake.behaviour = { finds: signature }
      expect(await clamd().scan(await fileOf('text'))).toEqual({ state: 'incomplete', signature })
    },
  )

  test('keeps no control characters of an answer', async () => {
    fake.behaviour = { finds: 'Win.Test\u001b[31m\n' }
    expect(await clamd().scan(await fileOf('text'))).toMatchObject({ signature: 'Win.Test?[31m?' })
  })
})

describe('no verdict', () => {
  test.for([
    ['close', /closed the connection without an answer/],
    ['end', /closed the connection without an answer/],
    ['broken', /answered 'stream: \?\?\?'/],
    ['early', /clean before it had all of it/],
    ['half', /closed the connection without an answer/],
    ['silent', /no answer within 50 ms/],
  ] as const)('a scan without a verdict is a temporary failure: %s', async ([behaviour, message]) => {
    fake.behaviour = behaviour
    const scanner = clamd({ limitMsOf: () => (behaviour === 'silent' ? 50 : 10_000) })
    const failed = scanner.scan(await fileOf(large))
    await expect(failed).rejects.toThrow(ScannerUnavailable)
    await expect(failed).rejects.toThrow(message)
    expect(scanner.outcomes.failed).toBe(1)
  })

  test('a stream that is too long for clamd names its setting', async () => {
    fake.behaviour = 'too-long'
    await expect(clamd().scan(await fileOf('short'))).rejects.toThrow(
      'StreamMaxLength of clamd is lower than VIRUS_SCANNER_MAX_MB',
    )
  })

  test('where nothing listens is a failure, and ends with the daemon’s return', async () => {
    await fake.close()
    const scanner = clamd()
    await expect(scanner.scan(await fileOf('text'))).rejects.toThrow(ScannerUnavailable)
    await fake.listen()
    expect(await scanner.scan(await fileOf('text'))).toEqual({ state: 'clean' })
  })
})

test('two files are scanned at once, and the others wait for them', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  fake.held = promise
  const scanner = clamd()
  const path = await fileOf('text')
  const scans = Array.from({ length: 6 }, () => scanner.scan(path))
  await expect.poll(() => fake.scans).toBe(2)
  resolve()
  await Promise.all(scans)
  expect([fake.scans, fake.mostAtOnce]).toEqual([6, 2])
})

test('a file that waits too long for its turn is not scanned', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  fake.held = promise
  const scanner = clamd({ longestWaitMs: 20 })
  const path = await fileOf('text')
  const running = [scanner.scan(path), scanner.scan(path)]
  await expect(scanner.scan(path)).rejects.toThrow(QueueFull)
  resolve()
  await Promise.all(running)
})

describe('the state', () => {
  test('the state of the scanner is the version of clamd and the time of its signatures', async () => {
    expect(await clamd().state()).toEqual({
      version: 'ClamAV 1.4.3',
      signaturesFrom: new Date('2026-11-18T08:26:15Z'),
    })
  })

  test('the state of the scanner has no time where clamd has no signatures of its own', async () => {
    fake.version = 'ClamAV 1.4.3'
    expect(await clamd().state()).toEqual({ version: 'ClamAV 1.4.3', signaturesFrom: null })
  })

  test('reading the state of the scanner fails when another program answers', async () => {
    fake.version = 'HTTP/1.1 400 Bad Request'
    await expect(clamd().state()).rejects.toThrow(ScannerUnavailable)
    fake.behaviour = 'silent'
    await expect(clamd({ stateLimitMs: 30 }).state()).rejects.toThrow('no answer within 30 ms')
  })
})
