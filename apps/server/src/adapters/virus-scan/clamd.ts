/** Asks ClamAV's daemon by its INSTREAM command over a socket (`man 8 clamd`). */
import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { createBoundedQueue } from '#server/platform/resources/bounded-queue.ts'
import {
  ScannerUnavailable,
  type ScanOutcome,
  type ScannerState,
  type ScanVerdict,
  type VirusScanner,
} from './port.ts'

/** The address is a Unix socket on this machine, or a host and a port. */
export type ClamdAddress = { path: string } | { host: string; port: number }

export interface ClamdOptions {
  address: ClamdAddress
  /** `StreamMaxLength` of clamd must be at least as large. */
  maxBytes: number
  /** One scan ends after this time, which depends on the size of the file. */
  limitMsOf?: (bytes: number) => number
  /** clamd must report its version within this time. */
  stateLimitMs?: number
  longestWaitMs?: number
}

const concurrentScans = 2
const mostWaiting = 50
/** Together with the limit for the largest file, this wait stays below the 300 s that proxies wait (ops/nginx/apogee.conf). */
const longestWaitMs = 100_000
/** The time is enough for 500 MB at 4 MB a second, plus the time to unpack an archive. */
const limitMsOf = (bytes: number): number => 60_000 + bytes / 4_000
/** This limit is shorter than those of metrics and health checks. */
const stateLimitMs = 1_500
const chunkBytes = 256 * 1024
const headBytes = 4
const longestAnswer = 4_096
const closedEarly = 'it closed the connection without an answer'

export class Clamd implements VirusScanner {
  readonly #options: Required<ClamdOptions>
  readonly #queue
  readonly #outcomes: Record<ScanOutcome, number> = { clean: 0, infected: 0, incomplete: 0, failed: 0 }

  constructor(options: ClamdOptions) {
    this.#options = { limitMsOf, stateLimitMs, longestWaitMs, ...options }
    this.#queue = createBoundedQueue({
      name: 'malware scans',
      concurrency: concurrentScans,
      mostWaiting,
      longestWaitMs: this.#options.longestWaitMs,
    })
  }

  get maxBytes(): number {
    return this.#options.maxBytes
  }

  get outcomes(): Readonly<Record<ScanOutcome, number>> {
    return this.#outcomes
  }

  async scan(path: string): Promise<ScanVerdict> {
    try {
      const verdict = await this.#queue.run(() => this.#scan(path))
      this.#outcomes[verdict.state] += 1
      return verdict
    } catch (error) {
      this.#outcomes.failed += 1
      throw error
    }
  }

  async #scan(path: string): Promise<ScanVerdict> {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    const buffer = Buffer.allocUnsafeSlow(headBytes + chunkBytes)
    let isWhole = false
    const answer = await this.#ask('zINSTREAM\0', this.#options.limitMsOf(size), async (socket) => {
      // Each chunk is preceded by its length. A length of 0 ends the file.
      for (;;) {
        const { bytesRead } = await file.read(buffer, headBytes, chunkBytes)
        buffer.writeUInt32BE(bytesRead)
        if (bytesRead === 0) isWhole = true
        await write(socket, buffer.subarray(0, headBytes + bytesRead))
        if (bytesRead === 0) return
      }
    })
    const verdict = verdictOf(answer)
    if (verdict.state === 'clean' && !isWhole)
      throw new ScannerUnavailable('clamd called a file clean before it had all of it')
    return verdict
  }

  async state(): Promise<ScannerState> {
    const answer = await this.#ask('zVERSION\0', this.#options.stateLimitMs)
    const [version = '', , made = ''] = answer.split('/')
    if (!version.startsWith('ClamAV')) throw new ScannerUnavailable(`clamd answered '${answer}'`)
    const time = Date.parse(made.trim().replace(/\s+/g, ' ') + ' UTC')
    return { version, signaturesFrom: Number.isNaN(time) ? null : new Date(time) }
  }

  /**
   * Sends one command on a connection of its own.
   * @throws ScannerUnavailable
   */
  async #ask(command: string, limitMs: number, send?: (socket: Socket) => Promise<void>): Promise<string> {
    const socket = connect({ ...this.#options.address })
    const late = setTimeout(() => socket.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs)
    const answer = answerOf(socket)
    try {
      await Promise.race([answer, write(socket, Buffer.from(command)).then(() => send?.(socket))])
      return await answer
    } catch (error) {
      socket.destroy()
      // clamd answers and closes the connection before it has read the whole of a file that is too long. Its answer explains the
      // broken pipe.
      const early = await answer.catch(() => null)
      if (early !== null) return early
      throw new ScannerUnavailable(`clamd: ${reasonOf(error)}`, { cause: error })
    } finally {
      clearTimeout(late)
      socket.destroy()
    }
  }
}

/** Resolves when the chunk has left this process, so that its memory may be reused. */
function write(socket: Socket, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

/** Reads clamd's answer up to the NUL that ends it. */
function answerOf(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end).trim())
      else if (text.length > longestAnswer) socket.destroy(new Error('its answer does not end'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(closedEarly)))
  })
  // The caller that awaits the answer receives the failure. Until then the rejection must not count as unhandled.
  answer.catch(() => undefined)
  return answer
}

/** clamd reports a name of this form when `AlertExceedsMax` or `AlertEncrypted` of clamd.conf applies. */
const incompletely = /^Heuristics\.(?:Limits\.Exceeded|Encrypted)/

function verdictOf(answer: string): ScanVerdict {
  if (answer === 'stream: OK') return { state: 'clean' }
  const signature = /^stream: (.+) FOUND$/s.exec(answer)?.[1]
  if (signature !== undefined)
    return { state: incompletely.test(signature) ? 'incomplete' : 'infected', signature: nameOf(signature) }
  if (answer.startsWith('INSTREAM size limit exceeded'))
    throw new ScannerUnavailable('StreamMaxLength of clamd is lower than VIRUS_SCANNER_MAX_MB')
  throw new ScannerUnavailable(`clamd answered '${nameOf(answer)}'`)
}

/** Signature names are ASCII words with dots, hyphens and the like. */
const nameOf = (signature: string): string => signature.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 120)

/** When clamd closes the connection, the error has one of these codes, depending on what this process was doing. */
const closedCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED'])

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && closedCodes.has(error.code) ? closedEarly : error.message
}
