import { beforeEach, expect, test } from 'vitest'
import { createListResponseCache, type ListResponseCache } from './list-response-cache.ts'

let time: number
let made: number
let lists: ListResponseCache
beforeEach(() => {
  time = 1_000_000
  made = 0
  lists = createListResponseCache({ clock: { now: () => new Date(time) } })
})

const make = async () => ({ nth: (made += 1) })
const textOf = async (key: string, maker: () => Promise<object> = make) =>
  (await lists.answerFor(key, maker)).plain.toString()

test('a cached answer is at most a second old', async () => {
  expect(await textOf('a')).toBe('{"nth":1}')
  time += 999
  expect(await textOf('a')).toBe('{"nth":1}')
  time += 1
  expect(await textOf('a')).toBe('{"nth":2}')
})

test("a clock that was set back does not extend an answer's lifetime", async () => {
  await textOf('a')
  time -= 60_000
  expect(await textOf('a')).toBe('{"nth":2}')
})

test('concurrent requests share one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => textOf('a')))
  expect(new Set(answers)).toEqual(new Set(['{"nth":1}']))
  expect(await textOf('b')).toBe('{"nth":2}')
})

test('an answer computed before a change is not served after it', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const early = textOf('a', () => promise)
  lists.drop()
  expect(await textOf('a')).toBe('{"nth":1}')
  resolve({ nth: 'old' })
  expect(await early).toBe('{"nth":"old"}')
  expect(await textOf('a')).toBe('{"nth":1}')
})

test('a failure is not cached', async () => {
  const fail = async () => {
    throw new Error('the database is away')
  }
  await expect(textOf('a', fail)).rejects.toThrow('the database is away')
  expect(await textOf('a')).toBe('{"nth":1}')
})

test('two hundred answers are cached, and the oldest is evicted first', async () => {
  for (let n = 0; n < 1_000; n += 1) await textOf(`list ${n}`)
  expect(lists.size).toBe(200)
  expect(await textOf('list 999')).toBe('{"nth":1000}')
  expect(await textOf('list 0')).toBe('{"nth":1001}')
})

test('equal bytes have equal ETags', async () => {
  const one = await lists.answerFor('a', async () => ({ a: 1 }))
  const same = await lists.answerFor('b', async () => ({ a: 1 }))
  const other = await lists.answerFor('c', async () => ({ a: 2 }))
  expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(same.etag).toBe(one.etag)
  expect(other.etag).not.toBe(one.etag)
})
