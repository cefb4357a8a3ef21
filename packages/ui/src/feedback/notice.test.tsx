import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('a failure is an alert and stays without a timeout', () => {
  render(<Notice tone="danger">Payment URL not found in response</Notice>)
  pass(600_000)
  expect(screen.getByRole('alert').textContent).toBe('Payment URL not found in response')
})
