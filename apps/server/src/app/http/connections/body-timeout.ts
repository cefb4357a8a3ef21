/** Closes connections whose body arrives too slowly. It applies to every route, with and without a session. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A JSON body is at most 1 MB. Even a slow phone sends it within this time. */
const wholeBodyMs = 30_000
/** An upload of 100 MB may take an hour, but must arrive at 16 kB/s, measured every 30 s. */
const transferWindowMs = 30_000
const transferBytesPerWindow = 16_384 * (transferWindowMs / 1000)
/** This time is enough for 100 MB at the minimum rate, with a margin. */
const wholeTransferMs = 2 * 3_600_000
/** After the answer, the rest of a body is read for this long. */
const afterAnswerMs = 30_000
const lookEveryMs = 1_000

interface Body {
  request: IncomingMessage
  /** The socket is stored here because a request loses its `socket` when its body is cut while being read. */
  socket: Socket
  isTransfer: boolean
  beganAt: number
  windowAt: number
  /** This is the connection's count of received bytes at the start of the window. */
  windowBytes: number
  answeredAt: number | null
}

/** Ends requests whose body does not arrive in time. Node's own limit cannot differ between routes. */
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
      socket: request.socket,
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
      // Node discards the rest of the body for a while, so that a client that is still sending can read the answer.
      if (!request.complete) arriving.add(body)
    })
  }

  function look(): void {
    for (const body of arriving) {
      const isOver = body.request.complete || body.socket.destroyed
      if (!isOver && !isTooSlow(body, now())) continue
      arriving.delete(body)
      if (isOver) continue
      body.request.destroy()
      body.socket.destroy()
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
  const { bytesRead } = body.socket
  const sent = bytesRead - body.windowBytes
  body.windowAt = at
  body.windowBytes = bytesRead
  return sent < transferBytesPerWindow && !waitsForUs(body.request)
}

/**
 * Returns whether received bytes wait for the handler, for example while an earlier picture is processed. The client is not too
 * slow then.
 */
const waitsForUs = (request: IncomingMessage) => request.isPaused() || request.readableLength > 0

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
