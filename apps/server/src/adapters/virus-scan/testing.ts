/** Implements clamd's protocol in the process of the test. */
import { createServer, type Server, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const marker = ['EICAR', 'STANDARD', 'ANTIVIRUS'].join('-')

/**
 * `scan` behaves as clamd. `silent` reads the file and never answers. `close` destroys the connection in the middle of the file,
 * and `end` ends it there. `too-long` refuses the stream at its first chunk, as if it were longer than `StreamMaxLength`. `broken`
 * sends an answer that clamd never sends. `early` reports the file as clean at its first chunk. `half` ends the connection in the
 * middle of its answer.
 */
type FakeBehaviour =
  | 'scan'
  | 'silent'
  | 'close'
  | 'end'
  | 'too-long'
  | 'broken'
  | 'early'
  | 'half'
  | { finds: string }

export class FakeClamd {
  behaviour: FakeBehaviour = 'scan'
  version = 'ClamAV 1.4.3/27500/Wed Nov 18 08:26:15 2026'
  /** Files that were received completely are counted here. */
  scans = 0
  mostAtOnce = 0
  /** Answers wait until this promise resolves. */
  held: Promise<void> = Promise.resolve()
  readonly address: { path: string }
  readonly #server: Server
  readonly #directory: string
  readonly #sockets = new Set<Socket>()
  #running = 0

  private constructor(directory: string) {
    this.#directory = directory
    this.address = { path: join(directory, 'clamd.ctl') }
    this.#server = createServer((socket) => this.#serve(socket))
  }

  static async start(): Promise<FakeClamd> {
    const fake = new FakeClamd(await mkdtemp(join(tmpdir(), 'apogee-clamd-')))
    await fake.listen()
    return fake
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(this.address.path, resolve)
    })
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  async stop(): Promise<void> {
    await this.close()
    await rm(this.#directory, { recursive: true, force: true })
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let received = Buffer.alloc(0)
    let isStream = false
    let content = ''
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (isStream) this.#running -= 1
    })
    socket.on('data', (chunk: Buffer) => {
      // A second answer after the end would break the connection, and the client could lose the first one.
      if (socket.writableEnded) return
      received = Buffer.concat([received, chunk])
      if (!isStream) {
        const end = received.indexOf(0)
        if (end < 0) return
        const command = received.toString('latin1', 0, end)
        received = received.subarray(end + 1)
        if (command === 'zVERSION') return void this.#answer(socket, this.version)
        if (command !== 'zINSTREAM') return void this.#answer(socket, 'UNKNOWN COMMAND')
        isStream = true
        this.#running += 1
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#running)
      }
      if (this.behaviour === 'too-long')
        return void this.#answer(socket, 'INSTREAM size limit exceeded. ERROR')
      if (this.behaviour === 'early') return void socket.write('stream: OK\0')
      if (this.behaviour === 'close') return void socket.destroy()
      if (this.behaviour === 'end') return void socket.end()
      while (received.length >= 4) {
        const length = received.readUInt32BE(0)
        if (received.length < 4 + length) return
        if (length === 0) return void this.#finish(socket, content)
        content += received.toString('latin1', 4, 4 + length)
        received = received.subarray(4 + length)
      }
    })
  }

  async #finish(socket: Socket, content: string): Promise<void> {
    this.scans += 1
    await this.held
    const { behaviour } = this
    if (behaviour === 'silent') return
    if (behaviour === 'half') return void socket.end('stream: OK')
    if (behaviour === 'broken') return this.#answer(socket, 'stream: ???')
    if (typeof behaviour === 'object') return this.#answer(socket, `stream: ${behaviour.finds} FOUND`)
    await this.#answer(socket, content.includes(marker) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
  }

  async #answer(socket: Socket, text: string): Promise<void> {
    if (this.behaviour === 'silent') return
    socket.end(`${text}\0`)
  }
}
