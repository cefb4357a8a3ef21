import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections without a request: kept alive, opened by a browser in advance, or upgraded. Node closes only the
 * first kind by itself; a stop need not wait for any of them.
 */
export function watchUnusedConnections(server: Server): { close(): void } {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) unused.add(socket)
    })
  })
  return {
    close() {
      for (const socket of unused) socket.destroy()
    },
  }
}
