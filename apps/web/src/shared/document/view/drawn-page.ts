import '@apogee/ui/art/paper.css'
import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pixelRatioFor, type PageSize, type PlacedPage } from './page-layout.ts'
import type { PageMatch } from '../text/text-search.ts'

export interface PageTexts {
  label: string
  failed: string
}

/** Describes a position by shares of a page's width and height, from its upper left corner. */
export interface Spot {
  x: number
  y: number
}

/** Draws a page on the screen: its picture, its text as selectable letters above it, and the marks of a search. */
export class DrawnPage {
  readonly element = document.createElement('div')
  readonly #pdf: PDFDocumentProxy
  readonly #index: number
  readonly #texts: PageTexts
  readonly #letters = document.createElement('div')
  readonly #marks = document.createElementNS(svg, 'svg')
  #page: PDFPageProxy | null = null
  #canvas: HTMLCanvasElement | null = null
  #place: PlacedPage = { top: 0, left: 0, width: 1, height: 1 }
  #drawnWidth = 0
  #textLayer: TextLayer | null = null
  #rendering: { cancel: () => void } | null = null
  #isRemoved = false
  #hasFailed = false

  constructor(pdf: PDFDocumentProxy, index: number, texts: PageTexts) {
    this.#pdf = pdf
    this.#index = index
    this.#texts = texts
    this.element.className = 'ap-paper'
    this.element.dataset['theme'] = 'daylight'
    this.element.role = 'group'
    this.element.ariaLabel = texts.label
    this.#letters.className = 'ap-paper-letters'
    this.#marks.setAttribute('class', 'ap-paper-marks')
    this.element.append(this.#marks, this.#letters)
  }

  place(place: PlacedPage, size: PageSize): void {
    this.#place = place
    const { style } = this.element
    style.top = `${place.top}px`
    style.left = `${place.left}px`
    style.width = `${place.width}px`
    style.height = `${place.height}px`
    // pdf.js's text layer reads this property.
    style.setProperty('--total-scale-factor', String(place.width / size.width))
  }

  /** True means that the page has no picture yet, or one that was drawn for another size. */
  get needsDrawing(): boolean {
    return !this.#isRemoved && !this.#hasFailed && this.#drawnWidth !== this.#canvasWidth
  }

  get #canvasWidth(): number {
    return Math.floor(this.#place.width * pixelRatioFor(this.#place, devicePixelRatio))
  }

  /** Shows the old picture until the new one is drawn. Ends early, without an error, when the page is removed meanwhile. */
  async draw(): Promise<void> {
    const width = this.#canvasWidth
    try {
      this.#page ??= await this.#pdf.getPage(this.#index + 1)
      if (this.#isRemoved) return
      this.#show(await this.#picture(this.#page, width))
      this.#drawnWidth = width
      if (!this.#textLayer && !this.#isRemoved) await this.#addLetters(this.#page)
    } catch (error) {
      if (this.#isRemoved) return
      console.error('A page of the document could not be drawn', error)
      this.#hasFailed = true
      const message = document.createElement('p')
      message.textContent = this.#texts.failed
      this.element.append(message)
    }
  }

  async #picture(page: PDFPageProxy, width: number): Promise<HTMLCanvasElement> {
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = Math.floor(viewport.height)
    // The canvas is hidden from screen readers, because the text layer has the page's text.
    canvas.ariaHidden = 'true'
    const rendering = page.render({ canvas, viewport })
    this.#rendering = rendering
    try {
      await rendering.promise
    } catch (error) {
      empty(canvas)
      throw error
    } finally {
      this.#rendering = null
    }
    return canvas
  }

  #show(canvas: HTMLCanvasElement): void {
    const before = this.#canvas
    this.#canvas = canvas
    this.element.prepend(canvas)
    before?.remove()
    for (const needless of [before, this.#isRemoved ? canvas : null]) if (needless) empty(needless)
  }

  async #addLetters(page: PDFPageProxy): Promise<void> {
    const scale = this.#place.width / page.getViewport({ scale: 1 }).width
    this.#textLayer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: this.#letters,
      viewport: page.getViewport({ scale }),
    })
    await this.#textLayer.render()
  }

  /**
   * Marks the matches. Returns the position of the current match; null if it is on another page or the text layer is not loaded
   * yet.
   */
  mark(matches: readonly PageMatch[], current: PageMatch | null): Spot | null {
    const frame = this.element.getBoundingClientRect()
    let spot: Spot | null = null
    const rectangles = matches.flatMap((match) =>
      this.#boxesOf(match).map((box) => {
        const x = (box.left - frame.left) / frame.width
        const y = (box.top - frame.top) / frame.height
        const rectangle = document.createElementNS(svg, 'rect')
        const sides = { x, y, width: box.width / frame.width, height: box.height / frame.height }
        for (const [name, share] of Object.entries(sides)) rectangle.setAttribute(name, `${share * 100}%`)
        if (match === current) {
          rectangle.setAttribute('data-current', '')
          spot ??= { x, y }
        }
        return rectangle
      }),
    )
    this.#marks.replaceChildren()
    for (const rectangle of rectangles) this.#marks.append(rectangle)
    return spot
  }

  #boxesOf(match: PageMatch): DOMRect[] {
    const letters = this.#textLayer?.textDivs ?? []
    return match.flatMap(({ piece, start, end }) => {
      const text = letters[piece]?.firstChild
      if (!text) return []
      const part = document.createRange()
      part.setStart(text, start)
      part.setEnd(text, end)
      return [...part.getClientRects()]
    })
  }

  remove(): void {
    this.#isRemoved = true
    this.#rendering?.cancel()
    this.#textLayer?.cancel()
    this.element.remove()
    if (this.#canvas) empty(this.#canvas)
    this.#page?.cleanup()
  }
}

const svg = 'http://www.w3.org/2000/svg'

/** Frees the memory of a canvas, which Safari otherwise retains long after the canvas left the document. */
function empty(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
