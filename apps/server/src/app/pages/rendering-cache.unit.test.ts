import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { precompress } from '#server/platform/resources/precompressed-response.ts'
import { RenderingCache } from './rendering-cache.ts'

let made: string[]
beforeEach(() => {
  made = []
})

const textIn = async (cache: RenderingCache, content: string, text = content, status = 200) => {
  const make = async () => {
    made.push(content)
    return { status, bytes: precompress(text), policy: '' }
  }
  return (await cache.answerFor(content, make)).bytes
}

test('equal content is rendered once', async () => {
  const cache = new RenderingCache()
  const first = await textIn(cache, 'a')
  expect(await textIn(cache, 'a')).toBe(first)
  await textIn(cache, 'b')
  expect(made).toEqual(['a', 'b'])
})

test('pages with another status than 200 are not kept', async () => {
  const cache = new RenderingCache()
  await textIn(cache, 'missing', 'missing', 404)
  await textIn(cache, 'missing', 'missing', 404)
  expect(made).toEqual(['missing', 'missing'])
  expect(cache.size).toBe(0)
})

test('a document that is read often with the same data is compressed further, once', async () => {
  const cache = new RenderingCache()
  const text = Array.from({ length: 2_000 }, (_, index) => `<li>course ${index * 7919}</li>`).join('')
  const bytes = await textIn(cache, 'often', text)
  const quick = (await bytes.encoded('br')).length
  let compressions = 0
  const compressFurther = bytes.compressFurther.bind(bytes)
  bytes.compressFurther = async () => {
    compressions += 1
    await compressFurther()
  }
  for (let use = 2; use < 10; use++) await textIn(cache, 'often', text)
  expect(compressions).toBe(0)
  for (let use = 10; use < 40; use++) await textIn(cache, 'often', text)
  await vi.waitFor(async () => expect((await bytes.encoded('br')).length).toBeLessThan(quick))
  await textIn(cache, 'often', text)
  expect(compressions).toBe(1)
  const smaller = await bytes.encoded('br')
  expect(brotliDecompressSync(smaller).toString()).toBe(text)
  expect(bytes.size()).toBe(Buffer.byteLength(text) + smaller.length)
})

test('the least recently used document leaves first, and compressed forms count', async () => {
  const cache = new RenderingCache({ most: 250 })
  const first = await textIn(cache, 'a', 'x'.repeat(100))
  await textIn(cache, 'b', 'x'.repeat(100))
  await textIn(cache, 'a')
  await textIn(cache, 'c', 'x'.repeat(100))
  expect(cache.size).toBe(2)
  await textIn(cache, 'a')
  expect(made).toEqual(['a', 'b', 'c'])

  await first.encoded('gzip')
  const large = new RenderingCache({ most: 220 })
  const kept = await textIn(large, 'd', 'y'.repeat(100))
  await kept.encoded('gzip')
  await textIn(large, 'e', 'y'.repeat(100))
  expect(large.size).toBe(1)
})
