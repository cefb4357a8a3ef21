/** Caches rendered documents of shared addresses by their content, so that the same data are rendered and compressed once. */
import type { PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'

export interface RenderedDocument {
  status: number
  bytes: PrecompressedResponse
  /** This is the content security policy with the hashes of the document's inline style sheet and scripts. */
  policy: string
}

interface KeptDocument {
  document: RenderedDocument
  uses: number
}

/**
 * A document that was requested this often with the same data is compressed further. The cache of one second in front of this one
 * counts all requests of a second as one.
 */
const usesOfPopular = 10
/** All documents together, with their compressed forms, have at most this many bytes. */
const mostBytes = 32_000_000

export class RenderingCache {
  readonly #mostBytes: number
  /** Contains the documents in the order of their last use, the newest last. */
  readonly #kept = new Map<string, KeptDocument>()
  /** The cached documents have this many bytes in total. */
  #total = 0
  /** This is true while a document is being compressed further. Others wait meanwhile. */
  #compressing = false

  constructor({ most = mostBytes }: { most?: number } = {}) {
    this.#mostBytes = most
  }

  /** Returns the document of this content, made if it is not cached. Documents are cached only if their status is 200. */
  async answerFor(content: string, make: () => Promise<RenderedDocument>): Promise<RenderedDocument> {
    const found = this.#kept.get(content)?.document ?? (await make())
    if (found.status !== 200) return found
    // Meanwhile, a concurrent request may have cached the same document.
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
    // With this count, the document is not compressed further a second time.
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

  /** Updates the size of a document, because compressed forms are created after the document was cached. */
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
