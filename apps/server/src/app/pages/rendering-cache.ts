/** Caches rendered documents of shared addresses by their content, so that the same data are rendered and compressed once. */
import type { PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'

export interface RenderedDocument {
  status: number
  bytes: PrecompressedResponse
  /** The value is the content security policy with the hashes of the document's inline sheet and scripts. */
  policy: string
}

interface KeptDocument {
  document: RenderedDocument
  uses: number
}

/**
 * A document that was read this often with the same data is compressed further. The one-second cache in front counts the
 * visits of a second as one use.
 */
const usesOfPopular = 10
/** The limit applies to all documents together in bytes, compressed forms included. */
const mostBytes = 32_000_000

export class RenderingCache {
  readonly #mostBytes: number
  /** The least recently used entry comes first. */
  readonly #kept = new Map<string, KeptDocument>()
  /** The value is the number of bytes of all cached documents. */
  #total = 0
  /** One document at a time is compressed further. */
  #compressing = false

  constructor({ most = mostBytes }: { most?: number } = {}) {
    this.#mostBytes = most
  }

  /** Returns the document of this content. Only status 200 is cached. */
  async answerFor(content: string, make: () => Promise<RenderedDocument>): Promise<RenderedDocument> {
    const found = this.#kept.get(content)?.document ?? (await make())
    if (found.status !== 200) return found
    // A concurrent request may have cached its rendering.
    const known = this.#kept.get(content)
    const document = known?.document ?? found
    const uses = (known?.uses ?? 0) + 1
    this.#kept.delete(content)
    this.#kept.set(content, { document, uses })
    if (!known) this.#count(document)
    if (uses >= usesOfPopular) void this.#compressFurther(content)
    return document
  }

  async #compressFurther(content: string): Promise<void> {
    const kept = this.#kept.get(content)
    if (!kept || this.#compressing) return
    this.#compressing = true
    // The document is compressed further only once.
    this.#kept.set(content, { ...kept, uses: -Infinity })
    try {
      await kept.document.bytes.compressFurther()
    } finally {
      this.#compressing = false
    }
  }

  get size(): number {
    return this.#kept.size
  }

  /** Updates the size, because compressed forms are created after a document was cached. */
  #count({ bytes }: RenderedDocument): void {
    this.#total += bytes.size()
    bytes.watchSize((grown) => {
      this.#total += grown
    })
    for (const [content, { document }] of this.#kept) {
      if (this.#total <= this.#mostBytes) return
      this.#total -= document.bytes.size()
      document.bytes.watchSize(() => undefined)
      this.#kept.delete(content)
    }
  }
}
