import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './body-timeout.ts'

/** The rest of a body is read for this long after the last answer of a connection, so that its client reads that answer. */
const lingerMs = 1_000

const healthChecks = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/** Tracks the connections of a server and their running requests, so that a stop loses none of them. */
export class OpenConnections {
  readonly #unused = new Set<Socket>()
  readonly #running = new Set<ServerResponse>()
  #isAnnounced = false
  #isClosing = false
  /** The value is in the time of `performance.now()`. Health checks do not count, because they continue to the end. */
  lastRequestAt = Number.NEGATIVE_INFINITY

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#unused.add(socket)
      socket.once('close', () => this.#unused.delete(socket))
    })
    // The listener runs before the application, which may answer immediately.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#unused.delete(request.socket)
      this.#running.add(response)
      if (!healthChecks.test(request.url ?? '')) this.lastRequestAt = performance.now()
      response.once('close', () => this.#ended(request, response))
      if (this.#isAnnounced) announceEnd(response)
    })
  }

  /** Adds `Connection: close` to each further answer, so that clients send the next request to another process. */
  announceEnd(): void {
    this.#isAnnounced = true
    for (const response of this.#running) announceEnd(response)
  }

  /**
   * Closes connections without a request, immediately and whenever a request ends: kept alive, opened by a browser in advance, or
   * upgraded. Node closes only the first kind by itself, and only once.
   */
  closeUnused(): void {
    this.#isClosing = true
    for (const socket of this.#unused) socket.destroy()
  }

  /** Answers the requests that have no answer yet. Later output of their handlers is dropped. Other requests are not changed. */
  answerRunning(answer: (response: ServerResponse) => void): void {
    for (const response of this.#running) {
      if (response.headersSent) continue
      answer(response)
      Object.assign(response, { writeHead: () => response, write: () => true, end: () => response })
    }
  }

  #ended(request: IncomingMessage, response: ServerResponse): void {
    this.#running.delete(response)
    const { socket } = request
    if (socket.destroyed) return
    if (!this.#isClosing) this.#unused.add(socket)
    else if (request.complete) socket.destroySoon()
    else closeAfterRest(request)
  }
}

/** Closes the connection after the rest of the body, because closing it while the client sends would lose the answer. */
function closeAfterRest(request: IncomingMessage): void {
  const { socket } = request
  // Node does not report the end of an answered request to a reader of its body.
  socket.once('close', () => request.destroy())
  socket.end()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function announceEnd(response: ServerResponse): void {
  const announce = () => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const { req } = response
  // Node closes such a connection with the answer even while the client is sending, so that the client could not read the answer.
  if (req.complete || !hasBody(req)) announce()
  else req.once('end', announce)
}
