/**
 * Proxies connections between the product and PostgreSQL. A test can cut a connection before a statement or its answer arrives, or
 * silence it: the proxy then swallows every byte without closing anything.
 */
import { once } from 'node:events'
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'

export interface BreakingProxy {
  connectionString: string
  /**
   * Resets the connection that carries these texts in this order, at the last text. Either that statement is lost, or it is
   * executed and its answer is lost.
   */
  cutAt(texts: readonly string[], lost: 'statement' | 'answer'): void
  /**
   * Makes the open connections carry nothing in either direction, not even their end. With `all`, new connections are silent, too.
   */
  silence(which?: 'open' | 'all'): void
  /**
   * Acts like `silence` from the first statement that contains the text. The statement is executed, but its answer never arrives.
   */
  silenceAt(text: string): void
  /** Resolves when bytes were swallowed after the latest `silence` or `silenceAt`, so that a client waits for an answer. */
  swallowed(): Promise<void>
  /** Lets new connections work again. Connections that were silenced stay silent. */
  recover(): void
  close(): Promise<void>
}

interface State {
  /** Contains the proxy's sockets to its clients and to the database. */
  open: Set<Socket>
  /** Contains the proxy's sockets to its clients. */
  fronts: Set<Socket>
  silent: WeakSet<Socket>
  acceptsSilent: boolean
  cut: { texts: readonly string[]; lost: 'statement' | 'answer' } | undefined
  silentAfter: string | undefined
  swallowed: PromiseWithResolvers<void>
}

export async function breakingProxy(connectionString: string): Promise<BreakingProxy> {
  const behind = new URL(connectionString)
  const host = decodeURIComponent(behind.hostname)
  const port = Number(behind.port || 5432)
  const state: State = {
    open: new Set(),
    fronts: new Set(),
    silent: new WeakSet(),
    acceptsSilent: false,
    cut: undefined,
    silentAfter: undefined,
    swallowed: Promise.withResolvers(),
  }
  const proxy = createServer({ allowHalfOpen: true }, (front) =>
    forward(
      state,
      front,
      host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host),
    ),
  )
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const address = new URL(connectionString)
  address.hostname = '127.0.0.1'
  address.port = String((proxy.address() as AddressInfo).port)
  return {
    connectionString: address.href,
    cutAt(texts, lost) {
      state.cut = { texts, lost }
    },
    silence(which = 'open') {
      for (const one of state.fronts) state.silent.add(one)
      state.acceptsSilent = which === 'all'
      state.swallowed = Promise.withResolvers()
    },
    silenceAt(text) {
      state.silentAfter = text
      state.swallowed = Promise.withResolvers()
    },
    swallowed: () => state.swallowed.promise,
    recover() {
      state.acceptsSilent = false
    },
    async close() {
      for (const socket of state.open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

function forward(state: State, front: Socket, back: Socket): void {
  const { open, fronts, silent } = state
  let swallows = false
  let seen = 0
  open.add(front).add(back)
  fronts.add(front)
  if (state.acceptsSilent) silent.add(front)
  front.on('data', (bytes) => {
    if (silent.has(front)) return state.swallowed.resolve()
    const { cut } = state
    const awaited = cut?.texts[seen]
    if (cut && awaited !== undefined && bytes.includes(awaited)) {
      seen += 1
      if (seen === cut.texts.length) {
        swallows = cut.lost === 'answer'
        state.cut = undefined
        if (!swallows) {
          front.resetAndDestroy()
          return
        }
      }
    }
    back.write(bytes)
    if (state.silentAfter !== undefined && bytes.includes(state.silentAfter)) {
      state.silentAfter = undefined
      for (const one of fronts) silent.add(one)
    }
  })
  back.on('data', (bytes) => {
    if (silent.has(front)) return state.swallowed.resolve()
    if (swallows) front.resetAndDestroy()
    else front.write(bytes)
  })
  const ends: readonly (readonly [Socket, Socket])[] = [
    [front, back],
    [back, front],
  ]
  for (const [one, other] of ends) {
    one.on('end', () => {
      if (!silent.has(front)) other.end()
    })
    // Errors need no handling, because the event 'close' follows.
    one.on('error', () => undefined)
    one.on('close', () => {
      open.delete(one)
      fronts.delete(one)
      // On a silent network the server does not learn that a client left.
      if (!silent.has(front)) other.destroy()
    })
  }
}
