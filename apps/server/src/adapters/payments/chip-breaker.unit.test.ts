import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'

import { createBreaker } from './chip-breaker.ts'
import { createChipProvider } from './chip.ts'
import { sellerAccount } from './cases/cases.setup.ts'
import { testClock } from '@apogee/chip-simulator/testing-clock.ts'
import { ProviderError } from './port.ts'

const silence = () =>
  Promise.reject(new ProviderError('unreachable', 'no answer in time', { outcomeUnknown: true }))
const refusal = () => Promise.reject(new ProviderError('rejected', 'no'))

async function silenced() {
  const clock = testClock()
  const breaker = createBreaker(clock.now)
  for (let time = 0; time < 5; time += 1)
    await expect(breaker.run('key', silence)).rejects.toThrow('no answer')
  return { clock, breaker }
}

test('the breaker opens for three seconds after five timeouts in a row', async () => {
  const { clock, breaker } = await silenced()
  const ask = vi.fn<() => Promise<string>>(async () => 'answer')
  await expect(breaker.run('another key', ask)).rejects.toMatchObject({
    kind: 'unreachable',
    outcomeUnknown: false,
  })
  expect(ask).not.toHaveBeenCalled()
  clock.pass(3)
  expect(await breaker.run('key', ask)).toBe('answer')
  expect(await breaker.run('key', ask)).toBe('answer')
})

test('one trial request is sent while the others wait, and its timeout lengthens the pause', async () => {
  const { clock, breaker } = await silenced()
  clock.pass(3)
  const pending = Promise.withResolvers<string>()
  const probe = breaker.run('key', () => pending.promise)
  await expect(breaker.run('key', async () => 'answer')).rejects.toThrow('not asked')
  pending.reject(new ProviderError('unreachable', 'still nothing'))
  await expect(probe).rejects.toThrow('still nothing')
  await expect(breaker.run('key', async () => 'answer')).rejects.toThrow('not asked')
})

test('a refusal counts as an answer and never opens the breaker', async () => {
  const { clock, breaker } = await silenced()
  clock.pass(3)
  await expect(breaker.run('key', refusal)).rejects.toThrow('no')
  for (let time = 0; time < 4; time += 1) await expect(breaker.run('key', silence)).rejects.toThrow()
  await expect(breaker.run('key', refusal)).rejects.toThrow('no')
  expect(await breaker.run('key', async () => 'answer')).toBe('answer')
})

test('a 429 blocks its key for the Retry-After time and no other key', async () => {
  const clock = testClock()
  const fetch = vi.fn<typeof globalThis.fetch>(
    async () => new Response('{"code":"rate_limited"}', { status: 429, headers: { 'retry-after': '7' } }),
  )
  const provider = createChipProvider({ apiUrl: 'https://chip.test', now: clock.now, fetch })
  const ask = (secret: string) => provider.paymentMethods({ ...sellerAccount, secret }, 1000)
  await expect(ask('busy')).rejects.toMatchObject({ httpStatus: 429, retryAfterSeconds: 7 })
  clock.pass(6)
  await expect(ask('busy')).rejects.toThrow('patience')
  expect(fetch).toHaveBeenCalledTimes(1)
  fetch.mockResolvedValue(new Response('{"available_payment_methods":["fpx"]}'))
  expect(await ask('other')).toEqual(['fpx'])
})

test('the record of a provider counts answers, failures and withheld requests, and since when it fails', async () => {
  const clock = testClock()
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"code":"no"}', { status: 404 }))
  const provider = createChipProvider({ apiUrl: 'https://chip.test', now: clock.now, fetch })
  const read = () => provider.readPurchase(sellerAccount, randomUUID()).catch(() => undefined)
  expect(provider.record()).toMatchObject({ answeredAt: null, failingSince: null, isWithholding: false })
  await read()
  const answeredAt = clock.now()
  clock.pass(60)
  fetch.mockImplementation(async () => new Response('', { status: 503 }))
  const failingSince = clock.now()
  for (let time = 0; time < 5; time += 1) await read()
  clock.pass(1)
  await read()
  expect(provider.record()).toEqual({
    answeredAt,
    failingSince,
    failedAt: failingSince,
    isWithholding: true,
    requests: { answered: 1, failed: 5, withheld: 1 },
  })
  clock.pass(3)
  fetch.mockImplementation(async () => new Response('{"code":"no"}', { status: 404 }))
  await read()
  expect(provider.record()).toEqual({
    answeredAt: clock.now(),
    failingSince: null,
    failedAt: failingSince,
    isWithholding: false,
    requests: { answered: 2, failed: 5, withheld: 1 },
  })
})
