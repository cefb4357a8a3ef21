/**
 * Caches values in the process up to a size in bytes and evicts the least recently used first. Concurrent callers of one value
 * share its loading. Failures are not cached.
 */
export class LruCache<Value> {
  readonly #mostBytes: number
  /** The entries are in the order of their last use, the newest last. */
  readonly #kept = new Map<string, { bytes: number; value: Promise<Value> }>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(key: string): Promise<Value> | undefined {
    const known = this.#kept.get(key)
    if (!known) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, known)
    return known.value
  }

  /** Returns the cached value of this key, or caches the result of `load`. Rejects if `load` does. */
  keep(key: string, bytes: number, load: () => Promise<Value>): Promise<Value> {
    this.#forget(key)
    const value = this.#loaded(key, load)
    this.#kept.set(key, { bytes, value })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#forget(oldest)
    }
    return value
  }

  async #loaded(key: string, load: () => Promise<Value>): Promise<Value> {
    try {
      return await load()
    } catch (error) {
      this.#forget(key)
      throw error
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0
    this.#kept.delete(key)
  }
}
