/**
 * Limits the memory that answers use while clients read them, on every route (docs/decisions/files.md). Each network may receive
 * a limited number of answers of each large kind at the same time. Answers that are sent whole also share a limit on their unread
 * bytes.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Readable } from 'node:stream'
import { QueueFull } from '#server/platform/resources/bounded-queue.ts'
import { answersForEverybody } from '#server/platform/resources/precompressed-response.ts'
import { endOf, ReaderSlots } from '#server/platform/resources/reader-slots.ts'
import { networkOf } from '#server/policy/client-info.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes set this if their answer is a stream or may have megabytes. */
    large?: LargeKind
  }
}

/**
 * A `stored` answer is read from a file in chunks. A `table` and an `archive` are generated while they are sent. A `paper` and a
 * `text` are generated as a whole, which briefly takes much more memory. A `client` answer is a script or style sheet of the
 * product. An `own` route has limits of its own.
 */
export type LargeKind = keyof typeof limits | 'own'

const longestWaitMs = 30_000
/** These limits apply to each network. Many people may share a network, and each video that plays is a stored file. */
const limits = {
  stored: { name: 'stored files', concurrency: 512, mostWaiting: 2_000, longestWaitMs },
  table: { name: 'tables', concurrency: 4, mostWaiting: 200, longestWaitMs },
  archive: { name: 'archives', concurrency: 8, mostWaiting: 200, longestWaitMs },
  paper: { name: 'papers', concurrency: 4, mostWaiting: 200, longestWaitMs },
  text: { name: 'long texts', concurrency: 1, mostWaiting: 200, longestWaitMs },
  client: { name: 'files of the client', concurrency: 1_024, mostWaiting: 4_000, longestWaitMs },
} as const

/** Smaller answers are not counted, because they fit into the buffers of the operating system. */
const leastCounted = 64 * 1024
/** The unread whole answers of one network together may have at most this many bytes. */
const mostWholeBytes = 32_000_000

/** Tests pass a smaller `storedConcurrency`. */
export function boundLargeAnswers(
  app: FastifyInstance,
  storedConcurrency: number = limits.stored.concurrency,
): void {
  const stored = new ReaderSlots({ ...limits.stored, concurrency: storedConcurrency })
  const others = Object.entries(limits).map(([kind, limit]) => [kind, new ReaderSlots(limit)] as const)
  const slots = new Map([...others, ['stored', stored]])
  const whole = new WholeAnswers()
  app.addHook('preHandler', async ({ routeOptions, ip }, reply) => {
    await slots.get(routeOptions.config?.large ?? '')?.turn(networkOf(ip), endOf(reply.raw))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isStream(payload)) {
      if (request.routeOptions.config?.large !== undefined) return done(null, payload)
      // A stream of a route without `config.large` waits here, although it is already open.
      const wait = async () => {
        try {
          await stored.turn(networkOf(request.ip), endOf(reply.raw))
        } catch (error) {
          if (payload instanceof Readable) payload.destroy()
          return done(error instanceof Error ? error : new Error(String(error)))
        }
        done(null, payload)
      }
      void wait()
      return
    }
    const problem = answersForEverybody.has(reply) ? null : whole.count(request, reply, payload)
    if (problem) done(problem)
    else done(null, payload)
  })
}

/** Returns a function that sets the kind of a route, for routes that another module adds. */
export const markLarge =
  (kind: LargeKind) =>
  (route: RouteOptions): void => {
    route.config = { ...route.config, large: kind }
  }

const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && ('pipe' in payload || 'getReader' in payload)

class WholeAnswers {
  readonly #bytes = new Map<string, number>()

  /** Counts the bytes of an answer. Returns QueueFull when too many unread bytes already wait for this network. */
  count({ ip }: FastifyRequest, reply: FastifyReply, payload: unknown): QueueFull | null {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (bytes < leastCounted) return null
    const network = networkOf(ip)
    const held = this.#bytes.get(network) ?? 0
    if (held > 0 && held + bytes > mostWholeBytes) return new QueueFull('too many bytes wait for one network')
    this.#bytes.set(network, held + bytes)
    endOf(reply.raw).addEventListener('abort', () => this.#forget(network, bytes), { once: true })
    return null
  }

  #forget(network: string, bytes: number): void {
    const rest = (this.#bytes.get(network) ?? 0) - bytes
    if (rest > 0) this.#bytes.set(network, rest)
    else this.#bytes.delete(network)
  }
}
