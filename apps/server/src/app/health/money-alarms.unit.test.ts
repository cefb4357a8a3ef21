import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { JobsHealth } from '#server/platform/jobs/jobs.ts'
import { startMoneyAlarms } from './money-alarms.ts'

const lines: { msg: string; due?: number }[] = []
const log = pino(
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  }),
)
let alarms: { stop(): void } | undefined
afterEach(() => {
  alarms?.stop()
  lines.length = 0
})

const healthWith = (oldestDueSeconds: number): JobsHealth => {
  const state = {
    due: 2,
    oldestDueSeconds,
    scheduled: 0,
    retrying: 0,
    failed: 0,
    open: 2,
    oldestOpenSeconds: oldestDueSeconds,
  }
  return { ...state, running: false, classes: new Map([['money', state]]) }
}
const watch = (health: () => Promise<JobsHealth>) => {
  const report = vi.fn<() => Promise<void>>(async () => undefined)
  alarms = startMoneyAlarms({ jobs: { health }, paymentMonitoring: { report }, log, intervalMs: 1 })
  return report
}

test('due money jobs are reported while no worker runs', async () => {
  const report = watch(async () => healthWith(61))
  await vi.waitFor(
    () => expect(lines).toContainEqual(expect.objectContaining({ due: 2, oldestDueSeconds: 61 })),
    { timeout: 15_000 },
  )
  expect(report).toHaveBeenCalled()
})

test('money jobs of the last minute raise no alarm, and the books are still checked', async () => {
  const report = watch(async () => healthWith(59))
  await vi.waitFor(() => expect(report.mock.calls.length).toBeGreaterThan(1), { timeout: 15_000 })
  expect(lines).toEqual([])
})

test('a check that fails is reported, and the next check still runs', async () => {
  const health = vi
    .fn<() => Promise<JobsHealth>>(async () => healthWith(90))
    .mockRejectedValueOnce(new Error('the database is away'))
  watch(health)
  await vi.waitFor(
    () => expect(lines.map(({ msg }) => msg)).toContain('due money jobs not taken by any worker'),
    { timeout: 15_000 },
  )
  expect(lines[0]?.msg).toBe('money check failed')
})
