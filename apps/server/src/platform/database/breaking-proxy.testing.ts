/**
 * A proxy between the product and PostgreSQL that a test cuts: before a statement arrives, or before its answer does.
 */
import { once } from 'node:events'
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'

export interface BreakingProxy {
  connectionString: string
  /**
   * Resets the connection that carries these texts in sequence, at the last one: either that statement is lost, or it
   * is done and its answer is lost.
   */
  cutAt(texts: readonly string[], lost: 'statement' | 'answer'): void
  close(): Promise<void>
}

export async function breakingProxy(connectionString: string): Promise<BreakingProxy> {
  const behind = new URL(connectionString)
  const host = decodeURIComponent(behind.hostname)
  const port = Number(behind.port || 5432)
  const open = new Set<Socket>()
  let cut: { texts: readonly string[]; lost: 'statement' | 'answer' } | undefined

  const proxy = createServer((front) => {
    const back = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host)
    let swallows = false
    let heard = 0
    open.add(front).add(back)
    front.on('data', (bytes) => {
      const awaited = cut?.texts[heard]
      if (cut && awaited !== undefined && bytes.includes(awaited)) {
        heard += 1
        if (heard === cut.texts.length) {
          swallows = cut.lost === 'answer'
          cut = undefined
          if (!swallows) {
            front.resetAndDestroy()
            return
          }
        }
      }
      back.write(bytes)
    })
    back.on('data', (bytes) => {
      if (swallows) front.resetAndDestroy()
      else front.write(bytes)
    })
    const ends: readonly (readonly [Socket, Socket])[] = [
      [front, back],
      [back, front],
    ]
    for (const [one, other] of ends) {
      // 'close' follows.
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const front = new URL(connectionString)
  front.hostname = '127.0.0.1'
  front.port = String((proxy.address() as AddressInfo).port)
  return {
    connectionString: front.href,
    cutAt(texts, lost) {
      cut = { texts, lost }
    },
    async close() {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
