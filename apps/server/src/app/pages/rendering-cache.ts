/** Rendered documents of shared addresses by their content: the same data are rendered and compressed once. */
import type { PrecompressedResponse } from '#server/platform/precompressed-response.ts'

export interface RenderedDocument {
  status: number
  bytes: PrecompressedResponse
  /** The content security policy with the hashes of its inline sheet and scripts. */
  policy: string
}

/** All of them together in bytes, compressed forms included. */
const mostBytes = 32_000_000

export class RenderingCache {
  readonly #mostBytes: number
  /** The least recently used first. */
  readonly #kept = new Map<string, RenderedDocument>()

  constructor({ most = mostBytes }: { most?: number } = {}) {
    this.#mostBytes = most
  }

  /** The document of this content. Only status 200 is kept. */
  async answerFor(content: string, make: () => Promise<RenderedDocument>): Promise<RenderedDocument> {
    const known = this.#kept.get(content)
    const document = known ?? (await make())
    if (document.status !== 200) return document
    this.#kept.delete(content)
    this.#kept.set(content, document)
    if (!known) this.#shrink()
    return document
  }

  get size(): number {
    return this.#kept.size
  }

  /** The compressed forms are made after a document was kept, so all are counted anew. */
  #shrink(): void {
    let total = 0
    for (const { bytes } of this.#kept.values()) total += bytes.size()
    for (const [content, { bytes }] of this.#kept) {
      if (total <= this.#mostBytes) return
      total -= bytes.size()
      this.#kept.delete(content)
    }
  }
}
