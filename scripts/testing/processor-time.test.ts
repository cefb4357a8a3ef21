import { expect, test } from 'vitest'
import { childrenSeconds, runMeasured } from './processor-time.ts'

const busy = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);'

test('the processor time of a command includes that of the processes it starts', async () => {
  const script = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  const ended = await runMeasured(process.execPath, ['-e', script], { folder: '.' })
  expect(ended.code).toBe(0)
  expect(ended.processorSeconds).toBeGreaterThanOrEqual(0.2)
})

test('the exit code and both outputs of a measured command are returned', async () => {
  const ended = await runMeasured('sh', ['-c', 'echo one; echo two >&2; exit 7'], {
    folder: '.',
    isCaptured: true,
  })
  expect(ended.code).toBe(7)
  expect(ended.output.split('\n').toSorted()).toEqual(['', 'one', 'two'])
})

test('a program that does not exist ends with an exit code, not with an exception', async () => {
  const ended = await runMeasured('no-such-program', [], { folder: '.', isCaptured: true })
  expect(ended.code).toBe(127)
})

test('user and system time of the children of a shell are added up', () => {
  expect(childrenSeconds('0m0.01s 0m0.02s\n1m2.50s 0m3.25s\n')).toBe(65.75)
})
