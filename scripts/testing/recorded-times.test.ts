import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { processorSeconds } from './recorded-times.ts'

test('the time of a test file includes that of processes that it started', () => {
  const before = processorSeconds(process.pid, 'its ended children')
  const work = 'while (process.cpuUsage().user < 300_000);'
  expect(spawnSync(process.execPath, ['-e', work]).status).toBe(0)
  const least = existsSync('/proc/self/stat') ? 0.25 : 0
  expect(processorSeconds(process.pid, 'its ended children') - before).toBeGreaterThanOrEqual(least)
})
