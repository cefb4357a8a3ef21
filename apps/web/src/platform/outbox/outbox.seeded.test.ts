/**
 * Runs fifty seeded journeys over an unreliable connection: requests and answers are lost, pages end at any moment, and two devices
 * act for one account.
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/transfer/client.ts'
import { defineKind, Outbox, type Sending } from './outbox.ts'

const lost = () => new ApiError({ status: 0, errorCode: 'NETWORK_ERROR', message: 'x' })

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

afterEach(() => {
  vi.useRealTimers()
})

test.each(Array.from({ length: 50 }, (_, n) => n + 1))(
  'seed %i loses nothing and counts nothing twice',
  async (seed) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const random = randomOf(seed)
    let isBad = true
    // Simulates the server: for a value that can be set, the latest change wins by its time. Added items form a set.
    const toggles = new Map<string, { value: boolean; at: number }>()
    const seconds = new Set<string>()
    const overBadLine = (apply: () => void) => {
      if (isBad && random() < 0.4) throw lost()
      apply()
      if (isBad && random() < 0.3) throw lost()
    }
    const toggle = defineKind({
      name: 'toggle',
      keepsRefused: false,
      changes: [],
      isPayload: (value): value is boolean => typeof value === 'boolean',
      send: async (value: boolean, { key, agoMs = 0 }: Sending) =>
        overBadLine(() => {
          const at = Date.now() - agoMs
          if (at >= (toggles.get(key)?.at ?? 0)) toggles.set(key, { value, at })
        }),
    })
    const watched = defineKind({
      name: 'watched',
      keepsRefused: false,
      changes: [],
      isPayload: (value): value is string[] => Array.isArray(value),
      send: async (value: string[]) => overBadLine(() => value.forEach((second) => seconds.add(second))),
    })

    const disks: Record<string, string>[] = [{}, {}]
    const expectedToggles = new Map<string, boolean>()
    const expectedSeconds = new Set<string>()
    const on = async (device: number, act: (outbox: Outbox) => Promise<void>) => {
      localStorage.clear()
      for (const [key, value] of Object.entries(disks[device] ?? {})) localStorage.setItem(key, value)
      localStorage.setItem(storageKeys.token, 'token')
      const outbox = new Outbox(7)
      for (const { name, erased } of [toggle, watched]) outbox.kinds.set(name, erased)
      await act(outbox)
      // The page ends here; storage is the only thing that remains.
      outbox.close()
      disks[device] = { ...localStorage }
    }
    for (let step = 0; step < 12; step++) {
      vi.setSystemTime(Date.now() + 5_000)
      await on(random() < 0.5 ? 0 : 1, async (outbox) => {
        const sends = random() < 0.7
        if (random() < 0.5) {
          const key = `lesson-${Math.floor(random() * 3)}`
          const value = random() < 0.5
          expectedToggles.set(key, value)
          outbox.put(toggle, key, value)
          if (sends) await outbox.send(toggle, key)
        } else {
          const parts = [`${Math.floor(random() * 60)}`, `${Math.floor(random() * 60)}`]
          for (const part of parts) expectedSeconds.add(part)
          outbox.put(watched, `page-${step}`, parts)
          if (sends) await outbox.send(watched, `page-${step}`)
        }
        if (random() < 0.3) await (await outbox.load()).sendAll()
      })
    }
    isBad = false
    for (const device of [0, 1]) {
      vi.setSystemTime(Date.now() + 5_000)
      await on(device, async (outbox) => (await outbox.load()).sendAll())
      expect(Object.keys(disks[device] ?? {}).filter((key) => key.startsWith(storageKeys.outbox))).toEqual([])
    }
    expect(new Map([...toggles].map(([key, { value }]) => [key, value]))).toEqual(expectedToggles)
    expect(seconds).toEqual(expectedSeconds)
  },
)
