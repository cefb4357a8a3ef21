/** Ends answers that their clients have stopped reading, because each one holds memory, a file and a connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Proxies have the same limit. A player that was paused for longer requests the rest of its video again. */
const stallMs = 60_000
const everyMs = 10_000

interface Progress {
  /** The kernel has accepted this many bytes. */
  taken: number
  since: number
}

/**
 * Ends stalled answers every ten seconds. Returns the function that does so, for tests. `now` returns milliseconds of a monotonic
 * clock.
 */
export function endStalledAnswers(server: Server, now: () => number = () => performance.now()): () => void {
  const running = new Map<ServerResponse, Progress>()
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    running.set(response, { taken: -1, since: now() })
    response.once('close', () => running.delete(response))
  })
  const sweep = () => {
    for (const [response, progress] of running) {
      const { socket } = response
      // If nothing is buffered, the answer is still being generated and does not wait for its client.
      const waits = socket !== null && (socket.writableLength > 0 || response.writableLength > 0)
      const taken = waits ? socket.bytesWritten - socket.writableLength : -1
      if (!waits || taken !== progress.taken) Object.assign(progress, { taken, since: now() })
      else if (now() - progress.since >= stallMs) socket.destroy()
    }
  }
  const timer = setInterval(sweep, everyMs).unref()
  server.once('close', () => clearInterval(timer))
  return sweep
}
