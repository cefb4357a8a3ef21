import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Cover } from './cover.tsx'
import { groundIndex, grounds } from './cover-grounds.ts'

type Sight = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>
let report: ((sights: Sight[]) => void) | undefined
const watched: Element[] = []

class Observer {
  constructor(callback: (sights: Sight[]) => void) {
    report = callback
  }
  observe = (element: Element) => watched.push(element)
  disconnect = () => undefined
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', Observer))
afterEach(() => vi.unstubAllGlobals())

test('a cover outside of the first view is drawn once it is near the window', async () => {
  const { container } = render(<Cover id={5} title="Practical Machine Learning" isDrawnWhenNear />)
  const ground = container.querySelector('svg')
  expect(ground?.querySelector('rect')?.getAttribute('fill')).toBe(grounds[groundIndex(5)])
  expect(watched).toContain(ground)
  const tell = (isIntersecting: boolean) =>
    act(async () => report?.(ground ? [{ target: ground, isIntersecting }] : []))
  await tell(false)
  expect(container.querySelector('svg')).toBe(ground)
  await tell(true)
  await waitFor(() => expect(container.querySelector('[data-motif]')).not.toBeNull())
  expect(ground?.isConnected).toBe(false)
})

test('a cover in the first view is drawn at once', async () => {
  const { container } = render(<Cover id={5} title="Practical Machine Learning" />)
  await waitFor(() => expect(container.querySelector('.ap-cover-art')).not.toBeNull())
})
