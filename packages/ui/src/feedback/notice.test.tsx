import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog, Drawer } from './dialog.tsx'
import { LiveRegion } from './live-region.tsx'
import { Notice, NoticeProvider, noticeMilliseconds, useNotify } from './notice.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function ShareButton() {
  const notify = useNotify()
  return (
    <button
      type="button"
      onClick={() =>
        notify({ tone: 'positive', text: 'Sales link copied to clipboard!', link: <a href="/sales">Open</a> })
      }
    >
      Copy
    </button>
  )
}

function share() {
  render(
    <NoticeProvider label="Notices" dismissLabel="Dismiss">
      <ShareButton />
    </NoticeProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
}

test('a notice shows the result, offers the next step and disappears after five seconds', () => {
  share()
  const notice = screen.getByRole('status')
  expect(notice.textContent).toBe('Sales link copied to clipboard! Open')
  expect(screen.getByRole('link', { name: 'Open' })).toBeTruthy()
  pass(noticeMilliseconds - 1)
  expect(screen.queryByRole('status')).toBeTruthy()
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a notice waits while the pointer is on it and then continues its remaining time', () => {
  share()
  pass(3000)
  fireEvent.mouseEnter(screen.getByRole('status'))
  pass(60_000)
  expect(screen.queryByRole('status')).toBeTruthy()
  fireEvent.mouseLeave(screen.getByRole('status'))
  pass(1999)
  expect(screen.queryByRole('status')).toBeTruthy()
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a notice waits while something in it has the focus', () => {
  share()
  act(() => {
    screen.getByRole('link', { name: 'Open' }).focus()
  })
  pass(60_000)
  expect(screen.queryByRole('status')).toBeTruthy()
  act(() => {
    screen.getByRole('button', { name: 'Copy' }).focus()
  })
  pass(noticeMilliseconds)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a notice can be dismissed at once', () => {
  share()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
})

/** Renders a drawer with a dialog above it. Each has a button that shows a notice. */
function Stacked() {
  const [opened, setOpened] = useState(0)
  return (
    <NoticeProvider label="Notices" dismissLabel="Dismiss">
      <button type="button" onClick={() => setOpened(1)}>
        Open
      </button>
      <Drawer open={opened > 0} onClose={() => setOpened(0)} title="Drawer" closeLabel="Close">
        <ShareButton />
        <button type="button" onClick={() => setOpened(2)}>
          Ask
        </button>
        <Dialog open={opened > 1} onClose={() => setOpened(1)} title="Question" closeLabel="Back">
          <button type="button" onClick={() => setOpened(0)}>
            Close both
          </button>
        </Dialog>
      </Drawer>
    </NoticeProvider>
  )
}

test('a notice stands in the newest modal dialog, and outlives it with its remaining time', () => {
  render(<Stacked />)
  const region = () => screen.getByRole('region', { name: 'Notices' })
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Open')
  press('Copy')
  expect(region().closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Drawer' }))
  pass(2000)
  press('Ask')
  expect(region().closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Question' }))
  press('Back')
  expect(region().closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Drawer' }))
  press('Ask')
  press('Close both')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(region().closest('dialog')).toBeNull()
  pass(noticeMilliseconds - 2001)
  expect(screen.queryByRole('status')).toBeTruthy()
  pass(1)
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull()
})

test('a notice in a dialog can be pressed without closing the dialog', () => {
  render(<Stacked />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Drawer' })).toBeTruthy()
})

test('a notice stands in the element that fills the screen, and in a dialog above it', () => {
  render(<Stacked />)
  const player = document.body.appendChild(document.createElement('div'))
  const fill = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
    act(() => void document.dispatchEvent(new Event('fullscreenchange')))
  }
  const region = () => screen.getByRole('region', { name: 'Notices' })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  fill(player)
  expect(region().closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Drawer' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(player.contains(region())).toBe(true)
  fill(document.createElement('video'))
  expect(player.contains(region())).toBe(false)
  fill(null)
})

test('a region below a dialog announces there what changes while the dialog is open', () => {
  const page = (open: boolean, words: string) => (
    <>
      <LiveRegion>{words}</LiveRegion>
      <Dialog open={open} onClose={() => undefined} title="Question" closeLabel="Close">
        <LiveRegion>Inside</LiveRegion>
      </Dialog>
    </>
  )
  const { rerender } = render(page(true, 'Five minutes left'))
  const told = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
  expect(told()).toEqual(['Inside', ''])
  rerender(page(true, 'One minute left'))
  expect(told()).toEqual(['Inside', 'One minute left'])
  rerender(page(true, 'Five minutes left'))
  expect(told()).toEqual(['Inside', 'Five minutes left'])
  rerender(page(false, 'Five minutes left'))
  expect(screen.getAllByRole('status')).toHaveLength(1)
})

test('a failure is an alert and stays without a timeout', () => {
  render(<Notice tone="danger">Payment URL not found in response</Notice>)
  pass(600_000)
  expect(screen.getByRole('alert').textContent).toBe('Payment URL not found in response')
})
