import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DocumentView } from '../view/document-view.ts'
import { matchesIn, type PageMatch, type TextPiece } from './text-search.ts'

/** A search stops at this many matches, because a word on every line would otherwise mark too many. */
const mostMatches = 1000

export interface Findings {
  found: number
  /** `at` is the number of the shown match, counted from 1; 0 means that there is none. */
  at: number
  isDone: boolean
}

interface Found {
  index: number
  match: PageMatch
}

/** Searches the whole document, beginning at the current page. */
export class DocumentSearch {
  readonly #pdf: PDFDocumentProxy
  readonly #view: DocumentView
  readonly #onChange: (findings: Findings) => void
  readonly #texts = new Map<number, readonly TextPiece[]>()
  #run = 0
  #isDone = false
  #pages = new Map<number, readonly PageMatch[]>()
  #current: Found | null = null

  constructor(pdf: PDFDocumentProxy, view: DocumentView, onChange: (findings: Findings) => void) {
    this.#pdf = pdf
    this.#view = view
    this.#onChange = onChange
  }

  async find(query: string): Promise<void> {
    this.clear()
    const run = this.#run
    const { numPages } = this.#pdf
    const first = this.#view.page - 1
    let found = 0
    for (let step = 0; step < numPages && found < mostMatches; step += 1) {
      const index = (first + step) % numPages
      const matches = matchesIn(await this.#textOf(index), query)
      if (run !== this.#run) return
      const [match] = matches
      if (!match) continue
      this.#pages.set(index, matches)
      found += matches.length
      if (this.#current) this.#mark(false)
      else this.#show({ index, match })
    }
    this.#isDone = true
    this.#report()
  }

  clear(): void {
    this.close()
    this.#isDone = false
    this.#pages = new Map()
    this.#current = null
    this.#mark(false)
  }

  close(): void {
    this.#run += 1
  }

  /** Wraps from the last match to the first. */
  step(direction: 1 | -1): void {
    const all = this.#all()
    const next = all.at((this.#position(all) + direction) % all.length)
    if (next) this.#show(next)
  }

  async #textOf(index: number): Promise<readonly TextPiece[]> {
    const known = this.#texts.get(index)
    if (known) return known
    const text = await this.#readText(index)
    this.#texts.set(index, text)
    return text
  }

  async #readText(index: number): Promise<readonly TextPiece[]> {
    try {
      const page = await this.#pdf.getPage(index + 1)
      const { items } = await page.getTextContent()
      return items.filter((item) => 'str' in item)
    } catch {
      // A damaged page shows its error where it is drawn. The search continues with the other pages.
      return []
    }
  }

  #all(): Found[] {
    return [...this.#pages]
      .sort(([one], [other]) => one - other)
      .flatMap(([index, matches]) => matches.map((match) => ({ index, match })))
  }

  #position(all: readonly Found[]): number {
    return all.findIndex(({ match }) => match === this.#current?.match)
  }

  #show(found: Found): void {
    this.#current = found
    this.#mark(true)
  }

  #mark(isSought: boolean): void {
    this.#view.show({ pages: this.#pages, current: this.#current }, isSought)
    this.#report()
  }

  #report(): void {
    const all = this.#all()
    this.#onChange({ found: all.length, at: this.#position(all) + 1, isDone: this.#isDone })
  }
}
