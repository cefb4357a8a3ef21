import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './body-timeout.ts'

/** The rest of a body is read for this long after the last answer of a connection, so that its client reads that answer. */
const lingerMs = 1_000

const healthChecks = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/** The connections of a server and their running requests, for a stop that loses none of them. */
export class OpenConnections {
  readonly #unused = new Set<Socket>()
  readonly #running = new Set<ServerResponse>()
  #isAnnounced = false
  #isClosing = false
  /** By `performance.now()`: of the latest request but health checks, which go on to the end. */
  lastRequestAt = Number.NEGATIVE_INFINITY

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#unused.add(socket)
      socket.once('close', () => this.#unused.delete(socket))
    })
    // Before the application, which may answer at once.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#unused.delete(request.socket)
      this.#running.add(response)
      if (!healthChecks.test(request.url ?? '')) this.lastRequestAt = performance.now()
      response.once('close', () => this.#ended(request, response))
      if (this.#isAnnounced) announceEnd(response)
    })
  }

  /** From now on each answer has `Connection: close`: its client sends the next request elsewhere. */
  announceEnd(): void {
    this.#isAnnounced = true
    for (const response of this.#running) announceEnd(response)
  }

  /**
   * Closes connections without a request, now and whenever a request ends: kept alive, opened by a browser in advance, or
   * upgraded. Node closes only the first kind by itself, and only once.
   */
  closeUnused(): void {
    this.#isClosing = true
    for (const socket of this.#unused) socket.destroy()
  }

  /** Requests that have no answer yet get this one; what their handlers still write is dropped. Others are not changed. */
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

/** A connection that is closed while its client still sends would lose the answer. */
function closeAfterRest(request: IncomingMessage): void {
  const { socket } = request
  // Node forgets an answered request: whoever still reads its body would never hear of the end.
  socket.once('close', () => request.destroy())
  socket.end()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function announceEnd(response: ServerResponse): void {
  const announce = () => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const { req } = response
  // Node closes such a connection with the answer, also while the client is still sending, who then could not read it.
  if (req.complete || !hasBody(req)) announce()
  else req.once('end', announce)
}
