/**
 * Runs a proxy to the product that can be disconnected, because the browser's offline switch does not reach a service worker in
 * time.
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface InterruptibleProxy {
  /** Holds the product's URL at the proxy. It answers while the proxy is connected. */
  origin: string
  cut: () => Promise<void>
  /** Keeps connections open but delivers no data. */
  swallow: () => void
  mend: () => Promise<void>
}

export async function interruptibleProxy(target: string): Promise<InterruptibleProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const open = new Set<Socket>()
  let server: Server
  let port = 0
  let swallows = false

  async function mend(): Promise<void> {
    swallows = false
    server = createServer((near) => {
      const far = connect(Number(targetPort), hostname)
      for (const socket of [near, far]) {
        open.add(socket)
        socket.once('close', () => {
          open.delete(socket)
          near.destroy()
          far.destroy()
        })
        // A cut socket first emits an error. Only the close event after it matters here.
        socket.on('error', () => undefined)
      }
      if (!swallows) near.pipe(far).pipe(near)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The line has no port')
    port = address.port
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }

  function swallow(): void {
    swallows = true
    for (const socket of open) socket.unpipe().pause()
  }

  await mend()
  return { origin: `http://127.0.0.1:${port}`, cut, swallow, mend }
}
