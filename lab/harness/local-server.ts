/** Starts an HTTP server on this machine's loopback address, on any free port. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

export class LocalServer {
  readonly #server: Server

  constructor(onRequest: RequestListener) {
    this.#server = createServer(onRequest)
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get origin(): string {
    const address = this.#server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    return `http://127.0.0.1:${address.port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
