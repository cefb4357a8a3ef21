import { expect, test } from 'vitest'
import type { PracticeRun, PythonMessage } from '../practice.ts'
import { PythonRunner } from './run-python-in-worker.ts'

/**
 * Simulates the engine: it prints the code of each run as a line, after the time that the code names. The code 'broken' makes it
 * fail.
 */
class EngineWorker extends EventTarget {
  isTerminated = false
  constructor() {
    super()
    this.#say({ kind: 'ready' })
  }
  terminate(): void {
    this.isTerminated = true
  }
  postMessage({ code }: PracticeRun): void {
    if (code === 'broken') return this.#say({ kind: 'error', error: 'out of order' })
    setTimeout(() => {
      this.#say({ kind: 'line', line: code })
      this.#say({ kind: 'result', result: { wasCut: false, failure: null, checks: [] } })
    }, Number(code))
  }
  #say(data: PythonMessage): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

function runnerOf() {
  const started: EngineWorker[] = []
  const runner = new PythonRunner(() => {
    started.push(new EngineWorker())
    return started.at(-1) as unknown as Worker
  })
  return { started, run: (code: string) => runner.run({ code, checks: [] }) }
}

test('two runs at once use one engine, and each gets its own result', async () => {
  const { started, run } = runnerOf()
  const results = await Promise.all([run('20'), run('1')])
  expect(results.map(({ lines }) => lines)).toEqual([['20'], ['1']])
  expect(started).toHaveLength(1)
})

test('an engine that breaks down is ended, and the next run has a new one', async () => {
  const { started, run } = runnerOf()
  await expect(run('broken')).rejects.toThrow('out of order')
  expect((await run('1')).lines).toEqual(['1'])
  expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
})
