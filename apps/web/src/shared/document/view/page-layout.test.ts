import { describe, expect, test } from 'vitest'
import { layOut, pageAt, pagesToDraw, pixelRatioFor, range, zoomAfter } from './page-layout.ts'

const a4 = { width: 595, height: 842 }
const wide = { width: 1000, height: 400 }
const hundred = range(1, 100).map(() => a4)

describe('the layout', () => {
  test('each page is as wide as the window at zoom 1, and follows the one before', () => {
    const { pages, width } = layOut([a4, wide], 390, 1)
    expect(
      pages.map((page) => [Math.round(page.top), page.left, page.width, Math.round(page.height)]),
    ).toEqual([
      [8, 8, 374, 529],
      [545, 8, 374, 150],
    ])
    expect(width).toBe(390)
  })

  test('all positions grow with the zoom', () => {
    const before = layOut([a4, wide], 390, 1)
    const after = layOut([a4, wide], 390, 2)
    expect([after.width, after.height]).toEqual([before.width * 2, before.height * 2])
    expect(after.pages[1]?.top).toBe((before.pages[1]?.top ?? 0) * 2)
  })

  test('smaller pages stand in the middle', () => {
    expect(layOut([a4], 390, 0.5).pages[0]?.left).toBe((390 - 187) / 2)
  })

  test('the page at a height is found', () => {
    const layout = layOut(hundred, 390, 1)
    const at = (index: number) => layout.pages[index]?.top ?? 0
    expect([
      pageAt(layout, 0),
      pageAt(layout, at(50) - 1),
      pageAt(layout, at(50)),
      pageAt(layout, 1e9),
    ]).toEqual([0, 49, 50, 99])
  })
})

describe('what is drawn', () => {
  const pixelsOf = (zoom: number, devicePixels: number, window = { width: 390, height: 640 }) => {
    const layout = layOut(hundred, window.width, zoom)
    const top = layout.pages[40]?.top ?? 0
    const drawn = pagesToDraw(layout, { top, height: window.height, devicePixels })
    const pixels = drawn.map((index) => {
      const page = layout.pages[index]
      return page ? page.width * page.height * pixelRatioFor(page, devicePixels) ** 2 : 0
    })
    return { drawn, most: Math.max(...pixels), sum: pixels.reduce((sum, next) => sum + next, 0) }
  }

  test('pages in the window come first, then their neighbours', () => {
    expect(pixelsOf(1, 3).drawn).toEqual([40, 41, 42, 39])
  })

  test('a page at the width of a phone has a canvas pixel for each of its device pixels', () => {
    expect(pixelRatioFor({ top: 0, left: 0, width: 374, height: 529 }, 3)).toBe(3)
  })

  test.each([0.5, 1, 2, 4])('at zoom %d the canvases of a phone stay within its memory', (zoom) => {
    const { drawn, most, sum } = pixelsOf(zoom, 3)
    expect(most).toBeLessThanOrEqual(5_000_001)
    expect(sum).toBeLessThanOrEqual(12_000_000)
    expect(drawn.length).toBeLessThanOrEqual(8)
    expect(drawn).toContain(40)
  })
})

test('the buttons go through the steps of the zoom, also from where a pinch ended', () => {
  expect([zoomAfter(1, 1), zoomAfter(1, -1), zoomAfter(1.7, 1), zoomAfter(1.7, -1)]).toEqual([
    1.25, 0.75, 2, 1.5,
  ])
  expect([zoomAfter(4, 1), zoomAfter(0.5, -1)]).toEqual([4, 0.5])
})
