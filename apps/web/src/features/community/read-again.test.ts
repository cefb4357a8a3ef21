import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import { readAgainAfter, unlessChanged } from './read-again.ts'

const readAt = (data: object, dataUpdatedAt: number) => {
  const wait = readAgainAfter({ state: { data, dataUpdatedAt, error: null } })
  expect(readAgainAfter({ state: { data, dataUpdatedAt, error: null } })).toBe(wait)
  return Number(wait)
}
const failed = (status: number) =>
  readAgainAfter({
    state: {
      data: {},
      dataUpdatedAt: 0,
      error: new ApiError({ status, errorCode: 'INTERNAL', message: '' }),
    },
  })

test('the interval grows while nothing changes, and is short again after a change', () => {
  const quiet = {}
  const first = readAt(quiet, 1_000_000)
  expect(first).toBeGreaterThanOrEqual(8_500)
  expect(first).toBeLessThanOrEqual(11_500)
  expect(readAt(quiet, 1_090_000)).toBeGreaterThan(2 * first)
  expect(readAt(quiet, 9_000_000) / first).toBeCloseTo(6, 1)
  expect(readAt({}, 9_000_000)).toBe(first)
})

test('without an answer the next reading waits longest, and after a refusal there is none', () => {
  expect(failed(0)).toBeGreaterThanOrEqual(102_000)
  expect(failed(503)).toBe(failed(0))
  for (const status of [401, 403, 404]) expect(failed(status)).toBe(false)
})

/** Simulates a server whose answers have tags; returns the tags that it received. */
function answerWithTags(status = () => 200) {
  const tags: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, given) => {
    const tag = new Headers(given?.headers).get('if-none-match')
    tags.push(tag)
    if (tag && status() === 200) return new Response(null, { status: 304 })
    return Response.json({ address }, { status: status(), headers: { etag: '"1"' } })
  })
  return tags
}
const read = (id: number) => unlessChanged(['one', id])({ method: 'GET', path: `/${id}`, headers: {} })

test('an answer that has not changed is taken again, for the newest sixty readings', async () => {
  const tags = answerWithTags()
  const first = await read(1)
  expect(first).toMatchObject({ status: 200, body: { address: '/1' } })
  expect(await read(1)).toBe(first)
  expect(tags).toEqual([null, '"1"'])
  for (let id = 2; id <= 61; id += 1) await read(id)
  expect(await read(1)).not.toBe(first)
})

test('a refused reading forgets its last answer', async () => {
  let status = 200
  const tags = answerWithTags(() => status)
  await read(70)
  status = 403
  expect(await read(70)).toMatchObject({ status: 403 })
  status = 200
  expect(await read(70)).toMatchObject({ status: 200 })
  expect(tags).toEqual([null, '"1"', null])
})
