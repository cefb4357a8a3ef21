import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DrawnPage, type Spot } from './drawn-page.ts'
import { layOut, limitedZoom, pageAt, pagesToDraw, range, zoomAfter } from './page-layout.ts'
import type { Layout, PageSize } from './page-layout.ts'
import { watchDoubleTaps } from './double-tap.ts'
import { textColumn } from '../text/read-page.ts'
import { watchPinches, type Point } from './pinch.ts'
import type { PageMatch } from '../text/text-search.ts'

/** A document with up to this many pages is measured before it is shown, if it is already loaded completely. */
const mostMeasuredFirst = 500
/** The sizes of this many pages on each side of the drawn pages are read in advance. */
const measuredAhead = 4
/** The current page is the page at this share of the window's height. */
const readingLine = 0.3
/** A double tap on a page without a text column zooms to this factor. */
const tappedZoom = 2
/** A double tap on a text column leaves this margin beside the text, in pixels. */
const textMargin = 8

export interface Reading {
  /** Pages count from 1. */
  page: number
  zoom: number
}

export interface ViewOptions {
  pdf: PDFDocumentProxy
  isWhole: boolean
  /** `window` scrolls. It contains `sheet`, which is as large as all pages together. */
  window: HTMLElement
  sheet: HTMLElement
  texts: { page: (page: number, pages: number) => string; pageFailed: string }
  onChange: (reading: Reading) => void
}

/** Holds the matches of a search by page index, and the match to show. */
export interface ShownMatches {
  pages: ReadonlyMap<number, readonly PageMatch[]>
  current: { index: number; match: PageMatch } | null
}

/** Shows the pages of a document in one column. Only pages near the window are drawn; the others are empty space. */
export class DocumentView {
  readonly #options: ViewOptions
  readonly #sizes: PageSize[]
  /** Holds the indexes of pages whose size is known or being read. */
  readonly #measured = new Set<number>([0])
  readonly #drawn = new Map<number, DrawnPage>()
  readonly #ends: (() => void)[] = []
  #layout: Layout = { pages: [], width: 0, height: 0 }
  #reading: Reading = { page: 0, zoom: 1 }
  #zoom = 1
  #width = 0
  /** Holds the indexes of the pages that remain to be drawn, the most urgent first. */
  #wanted: readonly number[] = []
  #isDrawing = false
  #isClosed = false
  #matches: ShownMatches = { pages: new Map(), current: null }
  /** True means that the view has not scrolled to the current match yet. */
  #isSought = false

  /** Reads the sizes of the pages around `page` before it shows them. */
  static async open(options: ViewOptions, page: number, zoom = 1): Promise<DocumentView> {
    const { pdf, isWhole } = options
    const view = new DocumentView(options, sizeOf(await pdf.getPage(1)))
    const index = Math.min(page, pdf.numPages) - 1
    const isAllMeasured = isWhole && pdf.numPages <= mostMeasuredFirst
    await view.#measure(
      isAllMeasured ? range(0, pdf.numPages - 1) : range(index - measuredAhead, index + measuredAhead),
    )
    view.#zoom = limitedZoom(zoom)
    view.#start(index)
    return view
  }

  private constructor(options: ViewOptions, first: PageSize) {
    this.#options = options
    this.#sizes = Array.from({ length: options.pdf.numPages }, () => first)
  }

  #start(index: number): void {
    const { window, sheet } = this.#options
    const update = () => this.#update()
    window.addEventListener('scroll', update, { passive: true })
    const resized = new ResizeObserver(() => this.#resize())
    resized.observe(window)
    this.#ends.push(
      () => window.removeEventListener('scroll', update),
      () => resized.disconnect(),
      watchPinches(window, sheet, {
        limit: (factor) => limitedZoom(this.#zoom * factor) / this.#zoom,
        onEnd: ({ factor, from, to }) => this.#zoomTo(this.#zoom * factor, from, to),
      }),
      watchDoubleTaps(window, (point) => void this.#toggleZoom(point)),
    )
    this.#place()
    // A page wider than the window is centred.
    window.scrollTo({ left: (this.#layout.width - this.#width) / 2, behavior: 'instant' })
    if (index > 0) this.#scrollToPage(index)
    this.#update()
  }

  /** Shows this page, counted from 1, after the window was hidden. */
  turnTo(page: number): void {
    if (!this.#isSeen) return
    if (this.#options.window.clientWidth !== this.#width) this.#place()
    this.#scrollToPage(page - 1)
    this.#update()
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#ends) end()
    for (const page of this.#drawn.values()) page.remove()
    this.#drawn.clear()
  }

  get page(): number {
    return this.#reading.page
  }

  zoom(direction: 1 | -1): void {
    const { clientWidth, clientHeight } = this.#options.window
    const point = { x: clientWidth / 2, y: clientHeight * readingLine }
    this.#zoomTo(zoomAfter(this.#zoom, direction), point, point)
  }

  /** Toggles between whole pages and text as wide as the window. */
  async #toggleZoom(point: Point): Promise<void> {
    if (Math.abs(this.#zoom - 1) > 0.01) return this.#zoomTo(1, point, point)
    const { window, pdf } = this.#options
    const index = pageAt(this.#layout, window.scrollTop + point.y)
    const page = this.#layout.pages[index]
    const text = page && (await textColumn(pdf, index))
    if (this.#isClosed || this.#zoom !== 1) return
    if (!page || !text) return this.#zoomTo(tappedZoom, point, point)
    const from = { x: page.left + page.width * text.left - window.scrollLeft, y: point.y }
    const zoom = limitedZoom((window.clientWidth - 2 * textMargin) / (page.width * text.width))
    this.#zoomTo(zoom, from, { x: textMargin, y: point.y })
  }

  /** Zooms so that the point at `from` in the window moves to `to`. */
  #zoomTo(zoom: number, from: Point, to: Point): void {
    const { window } = this.#options
    const ratio = zoom / this.#zoom
    const left = (window.scrollLeft + from.x) * ratio - to.x
    const top = (window.scrollTop + from.y) * ratio - to.y
    this.#zoom = zoom
    this.#place()
    window.scrollTo({ left, top, behavior: 'instant' })
    this.#update()
  }

  #scrollToPage(index: number): void {
    const top = this.#layout.pages[index]?.top ?? 0
    this.#options.window.scrollTo({ top, behavior: 'instant' })
  }

  #resize(): void {
    if (!this.#isSeen) return
    if (this.#options.window.clientWidth !== this.#width) this.#placeAgain()
    this.#update()
  }

  /**
   * A window without a width is detached from the document. Detaching scrolls it to the top, which must not count as a page change
   * by the reader.
   */
  get #isSeen(): boolean {
    return !this.#isClosed && this.#options.window.clientWidth > 0
  }

  /** Keeps the same part of the same page at the top of the window. */
  #placeAgain(): void {
    const { window } = this.#options
    const index = pageAt(this.#layout, window.scrollTop)
    const before = this.#layout.pages[index]
    const share = before ? (window.scrollTop - before.top) / before.height : 0
    this.#place()
    const after = this.#layout.pages[index]
    if (after) window.scrollTo({ top: after.top + share * after.height, behavior: 'instant' })
  }

  #place(): void {
    const { window, sheet } = this.#options
    this.#width = window.clientWidth
    this.#layout = layOut(this.#sizes, this.#width, this.#zoom)
    sheet.style.width = `${this.#layout.width}px`
    sheet.style.height = `${this.#layout.height}px`
    for (const [index, page] of this.#drawn) this.#placePage(index, page)
  }

  #placePage(index: number, page: DrawnPage): void {
    const place = this.#layout.pages[index]
    const size = this.#sizes[index]
    if (place && size) page.place(place, size)
  }

  /** Reads the sizes of these pages. Returns whether one differs from the assumed size. */
  async #measure(indexes: readonly number[]): Promise<boolean> {
    const unknown = indexes.filter((index) => index in this.#sizes && !this.#measured.has(index))
    const changed = await Promise.all(
      unknown.map(async (index) => {
        this.#measured.add(index)
        const assumed = this.#sizes[index]
        // An unreadable page shows its error where it would be drawn.
        const page = await this.#options.pdf.getPage(index + 1).catch(() => null)
        const size = page && sizeOf(page)
        if (!size || (size.width === assumed?.width && size.height === assumed.height)) return false
        this.#sizes[index] = size
        return true
      }),
    )
    return changed.includes(true)
  }

  /** Runs after each movement: draws pages that came near and removes distant ones. */
  #update(): void {
    if (!this.#isSeen) return
    const { window } = this.#options
    this.#report(pageAt(this.#layout, window.scrollTop + window.clientHeight * readingLine) + 1)
    this.#wanted = pagesToDraw(this.#layout, {
      top: window.scrollTop,
      height: window.clientHeight,
      devicePixels: devicePixelRatio,
    })
    for (const [index, page] of this.#drawn) {
      if (this.#wanted.includes(index)) continue
      page.remove()
      this.#drawn.delete(index)
    }
    for (const index of this.#wanted) if (!this.#drawn.has(index)) this.#add(index)
    void this.#measureAhead()
    void this.#draw()
  }

  #report(page: number): void {
    if (page === this.#reading.page && this.#zoom === this.#reading.zoom) return
    this.#reading = { page, zoom: this.#zoom }
    this.#options.onChange(this.#reading)
  }

  #add(index: number): void {
    const { pdf, sheet, texts } = this.#options
    const label = texts.page(index + 1, pdf.numPages)
    const page = new DrawnPage(pdf, index, { label, failed: texts.pageFailed })
    this.#placePage(index, page)
    // Pages are inserted in order for screen readers.
    const later = [...this.#drawn.keys()].filter((other) => other > index).sort((a, b) => a - b)[0]
    sheet.insertBefore(page.element, (later !== undefined && this.#drawn.get(later)?.element) || null)
    this.#drawn.set(index, page)
  }

  async #measureAhead(): Promise<void> {
    const near = range(Math.min(...this.#wanted) - measuredAhead, Math.max(...this.#wanted) + measuredAhead)
    if (!(await this.#measure(near)) || !this.#isSeen) return
    this.#placeAgain()
    this.#update()
  }

  /** Draws one page at a time, so that the current page has priority and memory stays bounded. */
  async #draw(): Promise<void> {
    if (this.#isDrawing) return
    this.#isDrawing = true
    try {
      for (let index = this.#nextToDraw(); index !== undefined; index = this.#nextToDraw()) {
        await this.#drawn.get(index)?.draw()
        this.#mark(index)
      }
    } finally {
      this.#isDrawing = false
    }
  }

  #nextToDraw(): number | undefined {
    return this.#isClosed ? undefined : this.#wanted.find((index) => this.#drawn.get(index)?.needsDrawing)
  }

  /** Marks the matches; with `isSought`, also scrolls to the current one. */
  show(matches: ShownMatches, isSought: boolean): void {
    this.#matches = matches
    this.#isSought = isSought
    for (const index of this.#drawn.keys()) this.#mark(index)
    // The mark's position is known only after its page is drawn.
    if (this.#isSought && matches.current) this.#scrollToPage(matches.current.index)
  }

  #mark(index: number): void {
    const { pages, current } = this.#matches
    const ofPage = current?.index === index ? current.match : null
    const spot = this.#drawn.get(index)?.mark(pages.get(index) ?? [], ofPage)
    if (spot && this.#isSought) {
      this.#isSought = false
      this.#scrollToSpot(index, spot)
    }
  }

  #scrollToSpot(index: number, { x, y }: Spot): void {
    const page = this.#layout.pages[index]
    if (!page) return
    const { window } = this.#options
    window.scrollTo({
      top: page.top + page.height * y - window.clientHeight * readingLine,
      left: this.#layout.width > this.#width ? page.left + page.width * x - window.clientWidth / 3 : 0,
      behavior: 'instant',
    })
  }
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}
