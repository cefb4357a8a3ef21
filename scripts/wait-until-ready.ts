/** `apogee ready` waits until the process on HOST and PORT answers `/readyz` with 200. Supervisors and updates use the command. */
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 300_000
const everyMs = 250
const answerMs = 3_000

const anyAddress = new Set(['', '0.0.0.0', '::'])
const host = process.env['HOST'] ?? ''
const shown = anyAddress.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
const address = `http://${shown}:${process.env['PORT'] || '3000'}/readyz`

/** systemd sets the id of the process that it started. When that process has ended, waiting is pointless. */
const mainPid = Number(process.env['MAINPID'])

function hasEnded(): boolean {
  if (!(mainPid > 0)) return false
  try {
    process.kill(mainPid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

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
const hasTime = () => performance.now() - began < patienceMs
let state = await readiness()
while (state !== 'ready' && hasTime() && !hasEnded()) {
  await pause(everyMs)
  state = await readiness()
}
if (state !== 'ready') {
  const why = hasTime() ? 'its process has ended' : `not within ${patienceMs / 1000} s`
  console.error(`${address} is not ready: ${why} (${state})`)
  process.exitCode = 1
}
