import { expect, test } from 'vitest'
import { watchPinches, type Pinch } from './pinch.ts'

const fingers = (type: string, ...points: [number, number][]) =>
  Object.assign(new Event(type, { cancelable: true }), {
    touches: points.map(([clientX, clientY]) => ({ clientX, clientY })),
  })

function pinching() {
  const area = document.createElement('div')
  const content = document.createElement('div')
  const pinches: Pinch[] = []
  const end = watchPinches(area, content, {
    limit: (factor) => Math.min(3, factor),
    onEnd: (pinch) => pinches.push(pinch),
  })
  return { area, content, pinches, end }
}

test('the pages are scaled while two fingers move, and zoomed when the fingers are lifted', () => {
  const { area, content, pinches } = pinching()
  area.dispatchEvent(fingers('touchstart', [100, 100]))
  area.dispatchEvent(fingers('touchstart', [100, 100], [200, 100]))
  const move = fingers('touchmove', [50, 110], [250, 110])
  area.dispatchEvent(move)
  expect([move.defaultPrevented, content.style.transform]).toEqual([true, 'translate(0px, 10px) scale(2)'])
  expect(pinches).toEqual([])
  area.dispatchEvent(fingers('touchend', [50, 110]))
  expect(pinches).toEqual([{ factor: 2, from: { x: 150, y: 100 }, to: { x: 150, y: 110 } }])
  expect(content.style.transform).toBe('')
})

test('a pinch stops at the largest zoom, and one finger scrolls', () => {
  const { area, pinches, end } = pinching()
  const scroll = fingers('touchmove', [100, 100])
  area.dispatchEvent(fingers('touchstart', [100, 100]))
  area.dispatchEvent(scroll)
  expect(scroll.defaultPrevented).toBe(false)
  area.dispatchEvent(fingers('touchstart', [100, 100], [200, 100]))
  area.dispatchEvent(fingers('touchmove', [0, 100], [900, 100]))
  area.dispatchEvent(fingers('touchend'))
  expect(pinches.map(({ factor }) => factor)).toEqual([3])
  end()
  area.dispatchEvent(fingers('touchstart', [100, 100], [200, 100]))
  area.dispatchEvent(fingers('touchend'))
  expect(pinches).toHaveLength(1)
})
