/**
 * Behaves like PgBouncer in transaction mode: a client holds its server connection until its transaction ends, and the next
 * transaction of any client gets the most recently used one. Settings in the startup message are refused.
 */
import { once } from 'node:events'
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TransactionPooler {
  connectionString: string
  close(): Promise<void>
}

const takenParameters = new Set(['user', 'database', 'application_name', 'client_encoding'])

/** Splits a stream into messages. A message is a type, the length of the rest, and the rest. A startup message has no type. */
class Messages {
  #rest = Buffer.alloc(0)
  #hasTypes: boolean

  constructor({ hasStartup }: { hasStartup: boolean }) {
    this.#hasTypes = !hasStartup
  }

  *read(bytes: Buffer): Generator<{ type: string; message: Buffer }> {
    this.#rest = Buffer.concat([this.#rest, bytes])
    while (true) {
      const head = this.#hasTypes ? 1 : 0
      if (this.#rest.length < head + 4) return
      const length = head + this.#rest.readUInt32BE(head)
      if (this.#rest.length < length) return
      const message = this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      yield { type: head === 0 ? 'startup' : String.fromCharCode(message[0] ?? 0), message }
      this.#hasTypes = true
    }
  }
}

class ServerConnection {
  readonly socket: Socket
  client: Socket | undefined
  /** The client still waits for this many answers. */
  awaited = 1
  constructor(socket: Socket) {
    this.socket = socket
  }
}

export async function transactionPooler(connectionString: string): Promise<TransactionPooler> {
  const behind = new URL(connectionString)
  const host = decodeURIComponent(behind.hostname)
  const port = Number(behind.port || 5432)
  const open = new Set<Socket>()
  const idle: ServerConnection[] = []

  function openServer(client: Socket): ServerConnection {
    const socket = host.startsWith('/')
      ? connectSocket(`${host}/.s.PGSQL.${port}`)
      : connectSocket(port, host)
    const server = new ServerConnection(socket)
    const messages = new Messages({ hasStartup: false })
    server.client = client
    open.add(socket)
    socket.on('error', () => client.destroy())
    socket.on('data', (bytes: Buffer) => {
      for (const { type, message } of messages.read(bytes)) {
        server.client?.write(message)
        if (type !== 'Z') continue
        server.awaited -= 1
        if (server.awaited > 0 || message[5] !== 'I'.charCodeAt(0)) continue
        server.client = undefined
        idle.push(server)
      }
    })
    return server
  }

  const proxy = createServer((client) => {
    open.add(client)
    const messages = new Messages({ hasStartup: true })
    let first: ServerConnection | undefined
    client.on('error', () => undefined) // The 'close' event follows.
    client.on('close', () => {
      // If the client has an open transaction, it ends with its connection.
      if (first?.client === client) first.socket.destroy()
    })
    client.on('data', (bytes: Buffer) => {
      for (const { type, message } of messages.read(bytes)) {
        if (type === 'X') {
          client.end()
          return
        }
        if (type === 'startup') {
          const refused = refusedParameter(message)
          if (refused !== undefined) {
            client.end(refusal(`unsupported startup parameter: ${refused}`))
            return
          }
          first = openServer(client)
          first.socket.write(message)
          continue
        }
        if (first?.client !== client) {
          first = idle.pop()
          if (!first) throw new Error('each client has brought a connection')
          first.client = client
          first.awaited = 0
        }
        if (type === 'Q' || type === 'S') first.awaited += 1
        first.socket.write(message)
      }
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const front = new URL(connectionString)
  front.hostname = '127.0.0.1'
  front.port = String((proxy.address() as AddressInfo).port)
  return {
    connectionString: front.href,
    async close() {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

function refusedParameter(startup: Buffer): string | undefined {
  const words = startup.subarray(8).toString().split('\0')
  return words
    .filter((word, place) => place % 2 === 0 && word !== '')
    .find((word) => !takenParameters.has(word))
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
