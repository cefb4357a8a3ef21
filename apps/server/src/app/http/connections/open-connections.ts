import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './body-timeout.ts'

/** After the last answer of a connection, the rest of a body is read for this long, so that the client gets to read the answer. */
const lingerMs = 1_000

const healthChecks = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/** Tracks the connections of a server and their running requests, so that stopping the server loses no request. */
export class OpenConnections {
  readonly #unused = new Set<Socket>()
  readonly #running = new Set<ServerResponse>()
  #isAnnounced = false
  #isClosing = false
  /**
   * The newest request arrived at this time, measured by `performance.now()`. Health checks do not count, because they continue
   * until the process ends.
   */
  lastRequestAt = Number.NEGATIVE_INFINITY

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#unused.add(socket)
      socket.once('close', () => this.#unused.delete(socket))
    })
    // This listener must run before the application, which may answer immediately.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#unused.delete(request.socket)
      this.#running.add(response)
      if (!healthChecks.test(request.url ?? '')) this.lastRequestAt = performance.now()
      response.once('close', () => this.#ended(request, response))
      if (this.#isAnnounced) announceEnd(response)
    })
  }

  /** Adds `Connection: close` to each further answer, so that clients open a new connection, which leads to another process. */
  announceEnd(): void {
    this.#isAnnounced = true
    for (const response of this.#running) announceEnd(response)
  }

  /**
   * Closes connections without a running request, now and whenever a request ends. Such a connection was kept alive, opened by a
   * browser in advance, or upgraded. Node by itself closes only those that were kept alive, and only once.
   */
  closeUnused(): void {
    this.#isClosing = true
    for (const socket of this.#unused) socket.destroy()
  }

  /**
   * Answers all requests that have no answer yet, and drops what their handlers write later. Requests whose answer has begun are
   * not changed.
   */
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

/** Closes the connection after the rest of the body has arrived. Closing it while the client sends would lose the answer. */
function closeAfterRest(request: IncomingMessage): void {
  const { socket } = request
  // Node does not tell the reader of a body that its connection ended, once the request has been answered.
  socket.once('close', () => request.destroy())
  socket.end()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function announceEnd(response: ServerResponse): void {
  const announce = () => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const { req } = response
  // With this header, Node closes the connection right after the answer. A client that is still sending could then not read the
  // answer, so the header is set only after the body has arrived.
  if (req.complete || !hasBody(req)) announce()
  else req.once('end', announce)
}
