import { beforeEach, expect, test } from 'vitest'
import { precompress } from '#server/platform/resources/precompressed-response.ts'
import { createDocumentCache, type DocumentAnswer, type DocumentCache } from './document-cache.ts'

let time: number
let made: number
let documents: DocumentCache
beforeEach(() => {
  time = 0
  made = 0
  documents = createDocumentCache(() => time)
})

const page = (text: string, status = 200, dataAgeMs = 0): DocumentAnswer => ({
  status,
  bytes: precompress(text),
  policy: '',
  isShared: true,
  readAt: 0,
  dataAgeMs,
})
const make = async () => page(`nth ${(made += 1)}`)
const textOf = async (key: string, maker: () => Promise<DocumentAnswer> = make) =>
  (await documents.answerFor(key, maker)).bytes.plain.toString()

test('a cached document is at most a second old', async () => {
  expect(await textOf('a')).toBe('nth 1')
  time += 999
  expect(await textOf('a')).toBe('nth 1')
  time += 1
  expect(await textOf('a')).toBe('nth 2')
})

test('a cached document whose data had been read before is at most a second older than these', async () => {
  const older = async () => page(`nth ${(made += 1)}`, 200, 400)
  expect(await textOf('a', older)).toBe('nth 1')
  await textOf('b')
  time += 599
  expect(await textOf('a')).toBe('nth 1')
  time += 1
  expect(await textOf('b')).toBe('nth 2')
  expect(await textOf('a')).toBe('nth 3')
})

test('concurrent requests share one rendering', async () => {
  expect(await Promise.all([textOf('a'), textOf('a'), textOf('b')])).toEqual(['nth 1', 'nth 1', 'nth 2'])
})

test('a rendering that began before a change is not served after it', async () => {
  const early = Promise.withResolvers<DocumentAnswer>()
  const waiting = textOf('a', () => early.promise)
  documents.drop()
  expect(await textOf('a')).toBe('nth 1')
  early.resolve(page('early'))
  expect(await waiting).toBe('early')
  expect(await textOf('a')).toBe('nth 1')
})

test('a failed rendering reaches its waiting requests and is not cached', async () => {
  await expect(textOf('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await textOf('a')).toBe('nth 1')
})

test('missing pages and made-up addresses are not cached', async () => {
  await textOf('missing', async () => page('missing', 404))
  await textOf('x'.repeat(501))
  expect(documents.size).toBe(0)
})

test('many large documents evict the oldest', async () => {
  const large = 'x'.repeat(10_000_000)
  for (const key of ['a', 'b', 'c', 'd']) await textOf(key, async () => page(large))
  expect(await textOf('d', make)).toBe(large)
  expect(await textOf('a', make)).toBe('nth 1')
  expect(documents.size).toBeLessThanOrEqual(4)
})
