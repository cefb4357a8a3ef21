/** Computes the positions of pages in one column, and which pages are drawn. Lengths are CSS pixels. */

/** The size of a page is in points, as stored in the document. */
export interface PageSize {
  width: number
  height: number
}

export interface PlacedPage {
  top: number
  left: number
  width: number
  height: number
}

export interface Layout {
  pages: readonly PlacedPage[]
  width: number
  height: number
}

export const leastZoom = 0.5
export const mostZoom = 4
const zoomSteps = [leastZoom, 0.75, 1, 1.25, 1.5, 2, 3, mostZoom]

/** This margin surrounds each page at zoom 1. */
const margin = 8

/**
 * A canvas with this many pixels needs 20 MB of a phone's memory. An A4 page then stays sharp up to zoom 1.6 on a screen of 390 px
 * with a device pixel ratio of 3, and is slightly less sharp at higher zooms.
 */
const mostCanvasPixels = 5_000_000
/** All canvases together have at most this many pixels. */
const mostPixels = 12_000_000
const mostCanvases = 8

export const limitedZoom = (zoom: number): number => Math.min(mostZoom, Math.max(leastZoom, zoom))

export function zoomAfter(zoom: number, direction: 1 | -1): number {
  // A pinch can set any zoom, so the next step is the first one that differs by more than 1 %.
  const next =
    direction === 1
      ? zoomSteps.find((step) => step > zoom * 1.01)
      : zoomSteps.findLast((step) => step < zoom * 0.99)
  return next ?? (direction === 1 ? mostZoom : leastZoom)
}

/** Makes each page as wide as the window at zoom 1. All lengths scale with the zoom, so that a position can be multiplied. */
export function layOut(sizes: readonly PageSize[], windowWidth: number, zoom: number): Layout {
  const edge = margin * zoom
  const width = Math.max(1, windowWidth - 2 * margin) * zoom
  const total = width + 2 * edge
  const left = Math.max(edge, (windowWidth - width) / 2)
  let top = edge
  const pages = sizes.map((size) => {
    const page = { top, left, width, height: (width * size.height) / size.width }
    top += page.height + edge
    return page
  })
  return { pages, width: Math.max(windowWidth, total), height: top }
}

/** Returns the index of the page at this height, counted from 0. */
export function pageAt({ pages }: Layout, y: number): number {
  let low = 0
  let high = pages.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.top ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the device pixels per CSS pixel for a page's canvas. */
export const pixelRatioFor = ({ width, height }: PlacedPage, devicePixels: number): number =>
  Math.min(devicePixels, Math.sqrt(mostCanvasPixels / (width * height)))

export interface Sight {
  top: number
  height: number
  devicePixels: number
}

/** Returns the pages to draw, nearest to the middle of the window first: visible pages, and neighbours within the memory limit. */
export function pagesToDraw(layout: Layout, { top, height, devicePixels }: Sight): number[] {
  const first = pageAt(layout, top)
  const last = pageAt(layout, top + height)
  const middle = top + height / 2
  const distance = (index: number) => {
    const page = layout.pages[index]
    return page ? Math.abs(page.top + page.height / 2 - middle) : Infinity
  }
  const seen = range(first, last).sort((one, other) => distance(one) - distance(other))
  const near = [last + 1, first - 1].filter((index) => index >= 0 && index < layout.pages.length)
  const chosen: number[] = []
  let pixels = 0
  for (const index of [...seen, ...near]) {
    const page = layout.pages[index]
    if (!page || chosen.length === mostCanvases) break
    const ratio = pixelRatioFor(page, devicePixels)
    pixels += page.width * page.height * ratio * ratio
    if (pixels > mostPixels && near.includes(index)) break
    chosen.push(index)
  }
  return chosen
}

export const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
