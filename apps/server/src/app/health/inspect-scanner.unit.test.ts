import { afterAll, beforeAll, expect, test } from 'vitest'
import { FakeClamd } from '#server/adapters/virus-scan/testing.ts'
import { inspectScanner } from './inspect-scanner.ts'

let fake: FakeClamd
beforeAll(async () => {
  fake = await FakeClamd.start()
})
afterAll(() => fake.stop())

const inspect = () =>
  inspectScanner({ address: fake.address, maxBytes: 1_000_000 }, new Date('2026-11-20T00:00:00Z'))

test('doctor says whether the scanner answers, finds the test file and has new signatures', async () => {
  expect(await inspect()).toEqual({ state: 'ok', remark: 'ClamAV 1.4.3 finds the test file' })
  fake.version = 'ClamAV 1.4.3/27400/Mon Nov  2 08:26:15 2026'
  expect(await inspect()).toMatchObject({ state: 'note', remark: expect.stringContaining('17 days old') })
  fake.behaviour = 'broken'
  expect(await inspect()).toMatchObject({ state: 'FAIL' })
  await fake.close()
  expect(await inspect()).toMatchObject({ state: 'FAIL', remark: expect.stringContaining('ENOENT') })
})
