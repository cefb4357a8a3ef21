import { afterEach, expect, test } from 'vitest'
import { watchForStop } from './stop-signal.mjs'

const signals = ['SIGTERM', 'SIGINT'] as const
const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
const added = () =>
  signals.flatMap((signal) => process.listeners(signal)).filter((listener) => !before.has(listener))

afterEach(() => {
  for (const signal of signals) for (const listener of added()) process.off(signal, listener)
})

test('the first signal asks for the stop, and a later one urges it, but not the same one passed on by npm', () => {
  let now = 0
  const { asked, urged } = watchForStop(() => now)
  const [onTerm, onInterrupt] = added()
  expect([asked.aborted, urged.aborted]).toEqual([false, false])
  onInterrupt?.('SIGINT')
  now = 900
  onTerm?.('SIGTERM')
  expect([asked.aborted, urged.aborted]).toEqual([true, false])
  now = 1_000
  onInterrupt?.('SIGINT')
  expect(urged.aborted).toBe(true)
})
