import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unpackEntry } from './unpack-entry.ts'
import { UnpackedFiles, type UnpackedOptions } from './unpacked-files.ts'

/** Half of the content compresses well. */
const content = Buffer.concat([randomBytes(500_000), Buffer.alloc(500_000, 7)])
const { length: bytes } = content
const packed = deflateRawSync(content)
const stays = new AbortController().signal

async function cache(options: Partial<UnpackedOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'apogee-unpacked-'))
  const files = new UnpackedFiles({ directory, ...options })
  onTestFinished(async () => {
    files.close()
    await rm(directory, { recursive: true, force: true })
  })
  let unpackedBytes = 0
  const counted = async function* (source: Readable) {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length
      yield chunk
    }
  }
  const whole = { start: 0, end: bytes - 1 }
  const open = (
    key: string,
    range: { start: number; end: number },
    { from = packed, reader = stays, size = bytes } = {},
  ) => {
    const unpack = async () =>
      Readable.from(counted(unpackEntry(Readable.from([from]), { bytes: size, range: whole })))
    return files.open(key, { bytes: size, unpack }, { range, reader })
  }
  return { files, directory, open, unpackedBytes: () => unpackedBytes }
}

const read = async (opening: Promise<Readable | null>): Promise<Buffer | null> => {
  const stream = await opening
  return stream && buffer(stream)
}

test('ranges are the bytes of the whole, and only the first of them unpacks the entry', async () => {
  const { open, unpackedBytes, directory } = await cache()
  for (const [start, end] of [
    [900_000, 999_999],
    [0, 0],
    [0, 999_999],
    [123_456, 654_321],
  ] as const)
    expect((await read(open('a', { start, end })))?.equals(content.subarray(start, end + 1))).toBe(true)
  expect(unpackedBytes()).toBe(bytes)
  expect(await readdir(directory)).toEqual([])
})

test('readers that ask at the same time share one unpacking', async () => {
  const { open, unpackedBytes } = await cache()
  const parts = [0, 300_000, 600_000].map((start) => read(open('a', { start, end: start + 9 })))
  expect(await Promise.all(parts)).toEqual(
    [0, 300_000, 600_000].map((start) => content.subarray(start, start + 10)),
  )
  expect(unpackedBytes()).toBe(bytes)
})

test.each([
  ['damaged', Buffer.from(packed).fill(255, 0, 100)],
  ['too short', packed.subarray(0, 400_000)],
])('an entry that is %s fails for its readers and leaves nothing', async (_what, from) => {
  const { files, open } = await cache()
  const range = { start: 10, end: 20 }
  await expect(open('a', range, { from })).rejects.toThrow()
  expect(files.bytes).toBe(0)
  // The file is gone, so the next reader unpacks the entry again.
  expect(await read(open('a', range))).toEqual(content.subarray(10, 21))
})

test('the work ends when the last of its readers leaves', async () => {
  const { files } = await cache()
  const [one, other] = [new AbortController(), new AbortController()]
  const source = new Readable({ read() {} })
  const entry = { bytes, unpack: async () => source }
  const range = { start: 0, end: 9 }
  const opened = [one, other].map(({ signal: reader }) =>
    expect(files.open('a', entry, { range, reader })).rejects.toThrow('left'),
  )
  source.push(content.subarray(0, 1000))
  one.abort(new Error('left'))
  await opened[0]
  expect(source.destroyed).toBe(false)
  other.abort(new Error('left'))
  await opened[1]
  await expect.poll(() => source.destroyed).toBe(true)
  await expect.poll(() => files.bytes).toBe(0)
})

test('files that nobody reads make room for others, those used least recently first', async () => {
  const { open, unpackedBytes } = await cache({ mostBytes: 2 * bytes })
  const range = { start: 5, end: 6 }
  for (const key of ['a', 'b', 'a', 'c']) await read(open(key, range))
  expect(unpackedBytes()).toBe(3 * bytes)
  await read(open('a', range))
  expect(unpackedBytes()).toBe(3 * bytes)
  await read(open('b', range))
  expect(unpackedBytes()).toBe(4 * bytes)
})

test('a file that is read stays open, and there is no room in its place', async () => {
  const { files, open } = await cache({ mostBytes: bytes })
  const reading = await open('a', { start: 0, end: bytes - 1 })
  expect(await open('b', { start: 0, end: 1 })).toBeNull()
  files.close()
  expect((await buffer(reading ?? Readable.from([]))).equals(content)).toBe(true)
  await expect.poll(() => files.bytes).toBe(0)
  expect(await read(open('b', { start: 0, end: 1 }))).toEqual(content.subarray(0, 2))
})

test('the part of the disk that uploads leave free stays free', async () => {
  const spaceOf = async () => ({ freeBytes: 2_000_000, totalBytes: 15_000_000, freeFiles: null })
  const { files, open } = await cache({ spaceOf })
  expect(await open('a', { start: 0, end: 1 })).toBeNull()
  expect(files.bytes).toBe(0)
})

test('a file that nobody has read for ten minutes is freed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { files, open } = await cache()
  await read(open('a', { start: 0, end: 1 }))
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1)
  expect(files.bytes).toBe(bytes)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.poll(() => files.bytes).toBe(0)
})
