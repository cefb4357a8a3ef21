import { setTimeout as pause } from 'node:timers/promises'

/**
 * Calls `send` at a fixed rate until the signal aborts. It makes up for late timers, so that the rate does not fall on a busy
 * machine.
 */
export async function atRate(
  perSecond: number,
  stopped: AbortSignal,
  send: (nth: number) => void,
): Promise<void> {
  const began = performance.now()
  for (let nth = 0; !stopped.aborted; nth += 1) {
    send(nth)
    await pause(Math.max(0, began + ((nth + 1) * 1000) / perSecond - performance.now()))
  }
}
