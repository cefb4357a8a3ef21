import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addOpenModal } from '@apogee/ui/feedback/open-modals.ts'
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

test('a connection that is lost below an open dialog is told in a notice of the dialog', async () => {
  await renderRoute('/login')
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const lost = /^No connection/
  act(() => void dispatchEvent(new Event('offline')))
  expect(screen.getAllByText(lost)).toHaveLength(1)
  isOnline.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  const dialog = document.body.appendChild(document.createElement('dialog'))
  const close = addOpenModal(dialog)
  isOnline.mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(within(dialog).getByText(lost)).toBeTruthy()
  isOnline.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  act(close)
  dialog.remove()
})
