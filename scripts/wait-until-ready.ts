/** `apogee ready`: waits until the process on HOST and PORT answers `/readyz` with 200; for supervisors and updates. */
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 300_000
const everyMs = 250
const answerMs = 3_000

const anyAddress = new Set(['', '0.0.0.0', '::'])
const host = process.env['HOST'] ?? ''
const shown = anyAddress.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
const address = `http://${shown}:${process.env['PORT'] || '3000'}/readyz`

async function readiness(): Promise<string> {
  try {
    const answer = await fetch(address, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(answerMs),
    })
    return answer.ok ? 'ready' : `${answer.status} ${await answer.text()}`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.cause instanceof Error ? error.cause.message : error.message
  }
}

const began = performance.now()
let state = await readiness()
while (state !== 'ready' && performance.now() - began < patienceMs) {
  await pause(everyMs)
  state = await readiness()
}
if (state !== 'ready') {
  console.error(`${address} is not ready after ${patienceMs / 1000} s: ${state}`)
  process.exitCode = 1
}
