import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLinks, type PrefetchTrigger } from './link-watch.ts'

let told: [string, PrefetchTrigger][]
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  told = []
  document.body.innerHTML = `
    <a id="sales" href="/sp/3/"><span id="inside">A course</span></a>
    <a id="here" href="${location.pathname}#part">Further down</a>
    <a id="away" href="https://elsewhere.example/">Elsewhere</a>
    <a id="tab" href="/sp/4/" target="_blank">In a tab</a>
    <a id="file" href="/file" download>A file</a>`
  stop = watchLinks(document, (url, interest) => told.push([url.pathname, interest]))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const element = (id: string) => document.getElementById(id) as HTMLElement
const over = (id: string, pointerType = 'mouse') =>
  element(id).dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }))
const out = (id: string) => element(id).dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))
const place = (id: string, top: number) => {
  element(id).getBoundingClientRect = () => new DOMRect(0, top, 100, 20)
}

test('a link that the pointer rests on is meant; one that it passes is not', () => {
  over('inside')
  out('inside')
  vi.advanceTimersByTime(500)
  expect(told).toEqual([])
  over('inside')
  vi.advanceTimersByTime(80)
  expect(told).toEqual([['/sp/3/', 'meant']])
})

test('a link under a finger or with the focus is meant at once', () => {
  element('sales').dispatchEvent(new Event('touchstart', { bubbles: true }))
  element('sales').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(told).toEqual([
    ['/sp/3/', 'meant'],
    ['/sp/3/', 'meant'],
  ])
})

test('links on this page, to elsewhere, into another window and to files bring nothing', () => {
  for (const id of ['here', 'away', 'tab', 'file']) {
    element(id).dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
  expect(told).toEqual([])
})

test('links on the screen are looked for once the person has moved and rests, each once', () => {
  place('sales', 100)
  place('tab', 100)
  vi.advanceTimersByTime(5000)
  expect(told).toEqual([])
  document.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(600)
  document.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(600)
  expect(told).toEqual([['/sp/3/', 'seen']])
})

test('links below the screen are left alone', () => {
  place('sales', innerHeight + 10)
  document.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(600)
  expect(told).toEqual([])
})

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }])(
  'with %o nothing comes unasked',
  (connection) => {
    vi.stubGlobal('navigator', { connection })
    place('sales', 100)
    element('sales').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    document.dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(600)
    expect(told).toEqual([])
  },
)

test('nothing is told after the end', () => {
  over('inside')
  stop()
  vi.advanceTimersByTime(500)
  element('sales').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(told).toEqual([])
})
