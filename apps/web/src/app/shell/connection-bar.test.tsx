import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderRoute } from '#web/testing/render-route.tsx'

afterEach(() => vi.restoreAllMocks())

const block = () =>
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })

test('a page whose browser stores nothing says once why its visitor is signed out', async () => {
  block()
  await renderRoute('/login')
  expect(
    await screen.findAllByText(/Your browser keeps no data for this site, so you are signed out/),
  ).toHaveLength(1)
})

test('a page whose browser stores its data says nothing of it', async () => {
  await renderRoute('/login')
  expect(screen.queryByText(/Your browser keeps no data/)).toBeNull()
})
