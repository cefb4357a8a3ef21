/**
 * Implements the least careful shared cache that is allowed: it distinguishes answers only by host, path and query, and ignores
 * cookies, `Vary` and all other headers.
 */
import type { FastifyInstance } from 'fastify'

interface Kept {
  status: number
  body: string
}

export class SharedCache {
  readonly #app: FastifyInstance
  readonly #kept = new Map<string, Kept>()

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  /** `isHit` means that the cache answered without a request to the server. */
  async get(url: string, headers: Record<string, string> = {}): Promise<Kept & { isHit: boolean }> {
    const found = this.#kept.get(url)
    if (found) return { ...found, isHit: true }
    const answer = await this.#app.inject({ url, headers })
    const kept = { status: answer.statusCode, body: answer.body }
    const directives = String(answer.headers['cache-control'])
    if (/\bs-maxage=[1-9]/.test(directives) && !/\b(?:private|no-store)\b/.test(directives))
      this.#kept.set(url, kept)
    return { ...kept, isHit: false }
  }

  get size(): number {
    return this.#kept.size
  }
}
