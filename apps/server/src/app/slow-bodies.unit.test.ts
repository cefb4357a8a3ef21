import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyPatienceMs, endSlowBody } from './slow-bodies.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a body that trickles is cut off in the end', () => {
  const body = new PassThrough()
  endSlowBody(body)
  body.write('{')
  vi.advanceTimersByTime(bodyPatienceMs - 1)
  body.write(' ')
  expect(body.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(body.destroyed).toBe(true)
})

test('a body that has arrived leaves no clock behind', async () => {
  const body = new PassThrough({ autoDestroy: false })
  endSlowBody(body)
  body.end('{}')
  for await (const _ of body.iterator({ destroyOnReturn: false })) expect(body.destroyed).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})
