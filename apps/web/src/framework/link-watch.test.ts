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

test('resting the pointer on a link counts as intent; passing over it does not', () => {
  over('inside')
  out('inside')
  vi.advanceTimersByTime(500)
  expect(told).toEqual([])
  over('inside')
  vi.advanceTimersByTime(80)
  expect(told).toEqual([['/sp/3/', 'meant']])
})

/** Lets the next frame be drawn. */
const passFrame = () => vi.advanceTimersByTime(20)

test('touching a link counts as intent at once, focusing it after the next frame', () => {
  element('sales').dispatchEvent(new Event('touchstart', { bubbles: true }))
  element('sales').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(told).toEqual([['/sp/3/', 'meant']])
  passFrame()
  expect(told).toEqual([
    ['/sp/3/', 'meant'],
    ['/sp/3/', 'meant'],
  ])
})

test('links to this page, other sites, new windows and files are not reported', () => {
  for (const id of ['here', 'away', 'tab', 'file']) {
    element(id).dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
  passFrame()
  expect(told).toEqual([])
})

test('links on the screen are reported once each, after the person has moved and rests', () => {
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

test('links below the screen are not reported', () => {
  place('sales', innerHeight + 10)
  document.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(600)
  expect(told).toEqual([])
})

test.each([{ saveData: true }, { effectiveType: 'slow-2g' }])(
  'with %o nothing is prefetched',
  (connection) => {
    vi.stubGlobal('navigator', { connection })
    place('sales', 100)
    element('sales').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    document.dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(600)
    expect(told).toEqual([])
  },
)

test('nothing is reported after the end', () => {
  over('inside')
  stop()
  vi.advanceTimersByTime(500)
  element('sales').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  passFrame()
  expect(told).toEqual([])
})
