import { beforeEach, expect, test, vi } from 'vitest'
import { watchDoubleTaps } from './double-tap.ts'
import type { Point } from './pinch.ts'

let area: HTMLElement
const found = vi.fn<(point: Point) => void>()
beforeEach(() => {
  found.mockClear()
  area = document.createElement('div')
})

function touch(type: string, at: number, ...points: [x: number, y: number][]) {
  const touches = points.map(([clientX, clientY]) => ({ clientX, clientY }))
  const event = new Event(type, { cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: at })
  area.dispatchEvent(
    Object.assign(event, { touches: type === 'touchend' ? [] : touches, changedTouches: touches }),
  )
  return event
}
const tap = (at: number, x: number, y = 0) => {
  touch('touchstart', at, [x, y])
  return touch('touchend', at + 20, [x, y])
}

test('two taps at the same place within 300 ms are one double tap, and a third begins another', () => {
  watchDoubleTaps(area, found)
  tap(0, 50, 60)
  expect(tap(200, 55, 62).defaultPrevented).toBe(true)
  tap(400, 50, 60)
  expect(found.mock.calls).toEqual([[{ x: 55, y: 62 }]])
})

test('taps that are slow or apart, a swipe, and two fingers are none', () => {
  watchDoubleTaps(area, found)
  tap(0, 50)
  tap(1000, 50)
  tap(1200, 150)
  touch('touchstart', 1300, [150, 0])
  touch('touchend', 1350, [150, 90])
  tap(1400, 150)
  touch('touchstart', 1500, [150, 0], [200, 0])
  touch('touchend', 1520, [150, 0])
  expect(found).not.toHaveBeenCalled()
})

test('nothing is reported after the end', () => {
  const end = watchDoubleTaps(area, found)
  tap(0, 50)
  end()
  tap(100, 50)
  expect(found).not.toHaveBeenCalled()
})
