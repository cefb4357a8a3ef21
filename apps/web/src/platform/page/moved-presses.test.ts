import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepMovedPresses } from './moved-presses.ts'

let end: () => void
let top: number
let reached: Element
const button = document.createElement('button')
const pressed = vi.fn<() => void>()

beforeEach(() => {
  end = keepMovedPresses()
  top = 100
  reached = button
  button.getBoundingClientRect = () => new DOMRect(0, top, 80, 40)
  vi.spyOn(document, 'elementFromPoint').mockImplementation(() => reached)
  button.onclick = pressed
  document.body.replaceChildren(button)
  pressed.mockClear()
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const at = { bubbles: true, pointerType: 'mouse', clientX: 40, clientY: 110 }
const point = (type: string, target: Element, more: PointerEventInit = {}) =>
  target.dispatchEvent(new PointerEvent(type, { ...at, ...more }))

async function press(
  between: () => void,
  more: { begin?: PointerEventInit; finish?: PointerEventInit } = {},
) {
  point('pointerdown', button, more.begin)
  between()
  point('pointerup', document.body, more.finish)
  await new Promise((resolve) => setTimeout(resolve, 5))
}
const move = () => (top = 140)

test('a press whose button moves away before its end presses the button once', async () => {
  await press(move)
  expect(pressed).toHaveBeenCalledOnce()
})

test.each<[string, Parameters<typeof press>]>([
  ['is moved off a button that sinks by a pixel', [() => (top = 101), { finish: { clientY: 141 } }]],
  ['ends beside a button that has stayed', [() => undefined, { finish: { clientX: 84 } }]],
  ['ends on the button', [() => point('pointerup', button)]],
  [
    'turns the wheel',
    [() => (move(), document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true })))],
  ],
  ['holds a key', [move, { begin: { ctrlKey: true } }]],
  ['is a touch', [move, { begin: { pointerType: 'touch' } }]],
  ['ends on a dialog that covers the button', [() => (move(), (reached = document.body))]],
])('a press that %s is not repeated', async (_name, given) => {
  await press(...given)
  expect(pressed).not.toHaveBeenCalled()
})
