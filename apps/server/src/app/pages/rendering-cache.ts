/** Rendered documents of shared addresses by their content: the same data are rendered and compressed once. */
import type { PrecompressedResponse } from '#server/platform/precompressed-response.ts'

export interface RenderedDocument {
  status: number
  bytes: PrecompressedResponse
  /** The content security policy with the hashes of its inline sheet and scripts. */
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
/** All of them together in bytes, compressed forms included. */
const mostBytes = 32_000_000

export class RenderingCache {
  readonly #mostBytes: number
  /** The least recently used first. */
  readonly #kept = new Map<string, KeptDocument>()
  /** Bytes of all kept documents. */
  #total = 0
  /** One document at a time is compressed further. */
  #compressing = false

  constructor({ most = mostBytes }: { most?: number } = {}) {
    this.#mostBytes = most
  }

  /** The document of this content. Only status 200 is kept. */
  async answerFor(content: string, make: () => Promise<RenderedDocument>): Promise<RenderedDocument> {
    const found = this.#kept.get(content)?.document ?? (await make())
    if (found.status !== 200) return found
    // Another request can have kept its rendering meanwhile.
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
    // Once for each document.
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

  /** The compressed forms are made after a document was kept. */
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
