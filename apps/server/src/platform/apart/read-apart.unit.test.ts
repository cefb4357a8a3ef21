import { expect, test } from 'vitest'
import type { TestRequest } from './apart-service.testing.ts'
import { readApart, TooComplex } from './read-apart.ts'

const reader = new URL('./apart-service.testing.ts', import.meta.url)
const limits = { cpuSeconds: 3, heapMegabytes: 128, memoryMegabytes: 400 }
const read = (request: TestRequest, signal?: AbortSignal) =>
  readApart<{ environment: string[] }, string>({ reader, request, limits, signal })

test('a reader returns its parts in order and then its result, and knows no environment', async () => {
  const parts: string[] = []
  const result = await readApart<{ environment: string[] }, string>({
    reader,
    request: 'return',
    limits,
    onPart: (part) => parts.push(part),
  })
  expect(parts).toEqual(['first', 'second'])
  expect(result.environment.filter((name) => /URL|SECRET|PASSWORD|PATH/.test(name))).toEqual([])
})

test('a reader that never ends is ended by its processor time', { timeout: 60_000 }, async () => {
  await expect(read('loop')).rejects.toBeInstanceOf(TooComplex)
})

test('a reader that fills the memory is ended', { timeout: 60_000 }, async () => {
  await expect(read('allocate')).rejects.toBeInstanceOf(TooComplex)
})

test('a failure of the reader is no fault of the file', async () => {
  await expect(read('throw')).rejects.toThrow('the reader failed: Error: the disk is gone')
})

test('a stop of the server ends the reader with the reason of the stop', async () => {
  const stopping = new AbortController()
  const reading = read('loop', stopping.signal)
  stopping.abort(new Error('the server is stopping'))
  await expect(reading).rejects.toThrow('the server is stopping')
})
