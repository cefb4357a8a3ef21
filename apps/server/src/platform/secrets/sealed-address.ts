import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Keys } from './keys.ts'

/** `until` is in milliseconds since 1970. */
const expiring = z.object({ until: z.number() })

/** Issues download addresses that nobody can forge or change, and opens their keys until they expire. */
export class SealedAddresses<Content extends object> {
  readonly #deps: { keys: Keys; clock: Clock }
  readonly #kind

  constructor(
    deps: { keys: Keys; clock: Clock },
    kind: { path: string; purpose: string; lifetimeMs: number; content: z.ZodMiniType<Content> },
  ) {
    this.#deps = deps
    this.#kind = kind
  }

  addressOf(content: Content): string {
    const { keys, clock } = this.#deps
    const { path, purpose, lifetimeMs } = this.#kind
    const until = clock.now().getTime() + lifetimeMs
    const key = keys.seal(purpose, JSON.stringify({ ...content, until }), purpose).toString('base64url')
    return `${path}?key=${key}`
  }

  /** Returns undefined if the key is forged or expired. */
  open(key: string): Content | undefined {
    const { keys, clock } = this.#deps
    const { purpose, content } = this.#kind
    try {
      const sealed: unknown = JSON.parse(keys.open(purpose, Buffer.from(key, 'base64url'), purpose))
      if (expiring.parse(sealed).until > clock.now().getTime()) return content.parse(sealed)
    } catch {
      // A forged key is treated like an expired one.
    }
    return undefined
  }
}
