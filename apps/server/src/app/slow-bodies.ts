/** Nobody holds a connection open by sending a body letter by letter, on whatever route and whoever they are. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A JSON body is at most 1 MB: even a slow phone has sent it by then. */
const wholeBodyMs = 30_000
/** A film of 100 MB may take an hour, but it moves: 16 kB a second, looked at every half minute. */
const transferWindowMs = 30_000
const transferBytesPerWindow = 16_384 * (transferWindowMs / 1000)
/** 100 MB at that rate, and a little more. */
const wholeTransferMs = 2 * 3_600_000
/** What is still sent after the answer is of no use. */
const afterAnswerMs = 30_000
const lookEveryMs = 1_000

interface Body {
  request: IncomingMessage
  isTransfer: boolean
  beganAt: number
  windowAt: number
  /** Of the connection, when the window began. */
  windowBytes: number
  answeredAt: number | null
}

/** Cuts requests off whose body does not arrive in time. Node's own limit would be one for all. */
export function watchBodies(
  server: Server,
  { isTransfer, now }: { isTransfer: (url: string) => boolean; now: () => number },
): { close(): void } {
  const arriving = new Set<Body>()

  function watch(request: IncomingMessage, response: ServerResponse): void {
    if (!hasBody(request)) return
    const at = now()
    const body: Body = {
      request,
      isTransfer: isTransfer(request.url ?? ''),
      beganAt: at,
      windowAt: at,
      windowBytes: request.socket.bytesRead,
      answeredAt: null,
    }
    arriving.add(body)
    const arrived = () => void arriving.delete(body)
    request.once('end', arrived).once('close', arrived)
    response.once('finish', () => {
      body.answeredAt = now()
      // Read into nothing for a while, so that a client that is still sending reads the answer.
      if (!request.complete) arriving.add(body)
    })
  }

  function look(): void {
    for (const body of arriving) {
      const isOver = body.request.complete || body.request.socket.destroyed
      if (!isOver && !isTooSlow(body, now())) continue
      arriving.delete(body)
      if (isOver) continue
      body.request.destroy()
      body.request.socket.destroy()
    }
  }

  server.prependListener('request', watch)
  const timer = setInterval(look, lookEveryMs).unref()
  return { close: () => clearInterval(timer) }
}

function isTooSlow(body: Body, at: number): boolean {
  if (body.answeredAt !== null && at - body.answeredAt >= afterAnswerMs) return true
  const age = at - body.beganAt
  if (!body.isTransfer) return age >= wholeBodyMs
  if (age >= wholeTransferMs) return true
  if (at - body.windowAt < transferWindowMs) return false
  const { bytesRead } = body.request.socket
  const sent = bytesRead - body.windowBytes
  body.windowAt = at
  body.windowBytes = bytesRead
  return sent < transferBytesPerWindow && !waitsForUs(body.request)
}

/** What has arrived is not taken yet: the picture before it is still being read. */
const waitsForUs = (request: IncomingMessage) => request.isPaused() || request.readableLength > 0

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
