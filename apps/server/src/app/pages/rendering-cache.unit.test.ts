import { beforeEach, expect, test } from 'vitest'
import { precompress } from '#server/platform/precompressed-response.ts'
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
