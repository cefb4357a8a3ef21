import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepMovedPresses } from './moved-presses.ts'

let end: () => void
let top: number
const button = document.createElement('button')
const pressed = vi.fn<() => void>()

beforeEach(() => {
  end = keepMovedPresses()
  top = 100
  button.getBoundingClientRect = () => new DOMRect(0, top, 80, 40)
  button.onclick = pressed
  document.body.replaceChildren(button)
  pressed.mockClear()
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

const point = (type: string, target: Element, more: PointerEventInit = {}) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', ...more }))
const afterwards = () => new Promise((resolve) => setTimeout(resolve, 5))

test('a press whose button moves away before its end presses the button once', async () => {
  point('pointerdown', button)
  top = 140
  point('pointerup', document.body)
  await afterwards()
  expect(pressed).toHaveBeenCalledOnce()
})

test.each<[string, () => void]>([
  ['ends on the button', () => point('pointerup', button)],
  ['is dragged off the button', () => point('pointerup', document.body, { clientX: 60 })],
  [
    'ends beside a button that has gone',
    () => {
      button.remove()
      point('pointerup', document.body)
    },
  ],
])('a press that %s is not repeated', async (_name, finish) => {
  point('pointerdown', button)
  top = 140
  finish()
  await afterwards()
  expect(pressed).not.toHaveBeenCalled()
})

test('a press that ends beside a button that has stayed is not repeated', async () => {
  point('pointerdown', button)
  point('pointerup', document.body, { clientX: 4 })
  await afterwards()
  expect(pressed).not.toHaveBeenCalled()
})
