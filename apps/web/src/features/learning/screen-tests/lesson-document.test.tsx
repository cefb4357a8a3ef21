/** The tests cover a PDF as a lesson: in the browser's viewer, or in the product's own. */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerModule, module, worksheet } from '#web/testing/lesson.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

afterEach(() => vi.unstubAllGlobals())

function answerWorksheet(filePath: string, read: Partial<CourseResource['progress']> = {}) {
  const progress = { completed: false, watchTime: 0, position: 0, ...read }
  answerModule(module(12, 'Measuring it', [{ ...worksheet, filePath, progress }]))
}

const browserShowsPdfs = (shows: boolean) =>
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: shows, configurable: true })

/** Answers each request for a file, and installs an idle worker. Returns the requested addresses. */
function answerFiles(respond: () => Response): string[] {
  const asked: string[] = []
  const other = fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!address.includes('/media/')) return other(input, init)
    asked.push(address)
    return Promise.resolve(respond())
  })
  vi.stubGlobal('Worker', IdleWorker)
  return asked
}

class IdleWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}

test('a PDF is framed when the browser shows PDFs, and can always be opened in a new tab', async () => {
  answerWorksheet('/media/3?signature=1')
  browserShowsPdfs(true)
  await renderRoute('/lesson/12/resources/3', { user: aisyah })
  const frame = await screen.findByTitle('Worksheet')
  expect([frame.getAttribute('src'), frame.hasAttribute('sandbox')]).toEqual(['/media/3?signature=1', false])
  expect(screen.getByRole('link', { name: 'Open in New Tab' }).getAttribute('target')).toBe('_blank')
})

test('a PDF opens at the page that was reached on another device, and the outline says how many pages were seen', async () => {
  answerWorksheet('/media/3?signature=1', { page: 2, pagesSeen: 1 })
  browserShowsPdfs(true)
  const { press } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  const frame = await screen.findByTitle('Worksheet')
  expect(frame.getAttribute('src')).toBe('/media/3?signature=1#page=2')
  await press.click(screen.getByRole('button', { name: 'Contents' }))
  expect((await screen.findAllByText('1 of 2 pages seen')).length).toBeGreaterThan(0)
})

test('without a viewer of the browser a PDF has ours, which says why a document is not shown, and tries again', async () => {
  answerWorksheet('/media/3?signature=1')
  browserShowsPdfs(false)
  const asked = answerFiles(() => new Response('', { status: 403 }))
  const { press } = await renderRoute('/lesson/12/resources/3', { user: aisyah })
  expect(await screen.findByText('The document could not be loaded.')).toBeTruthy()
  expect(screen.queryByTitle('Worksheet')).toBeNull()
  const link = screen.getByRole('link', { name: 'Open in New Tab' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/media/3?signature=1', '_blank'])
  // The address had expired.
  answerWorksheet('/media/3?signature=2')
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toEqual(['/media/3?signature=1', '/media/3?signature=2']))
  expect(await screen.findByText('The document could not be loaded.')).toBeTruthy()
})

test('where workers are blocked, a PDF has the link to a new tab', async () => {
  answerWorksheet('/media/3?signature=1')
  browserShowsPdfs(false)
  vi.stubGlobal('Worker', undefined)
  await renderRoute('/lesson/12/resources/3', { user: aisyah })
  expect(
    await screen.findByText('This browser could not show the document. Open it in a new tab.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in New Tab' })).toBeTruthy()
})

test("Escape closes a document in the browser's full screen", async () => {
  browserShowsPdfs(true)
  answerWorksheet('/media/3?signature=1')
  let full: Element | null = null
  const show = (element: Element | null) => {
    full = element
    document.dispatchEvent(new Event('fullscreenchange'))
    return Promise.resolve()
  }
  Object.defineProperties(document, {
    fullscreenEnabled: { value: true, configurable: true },
    fullscreenElement: { get: () => full, configurable: true },
    exitFullscreen: { value: () => show(null), configurable: true },
  })
  HTMLElement.prototype.requestFullscreen = function requestFullscreen() {
    return show(this)
  }
  const { press } = await renderRoute('/lesson/12/resources', { user: aisyah })
  await press.click(await screen.findByRole('button', { name: 'Full screen' }))
  expect(document.fullscreenElement).toBe(document.querySelector('.reading-mode[data-open]'))
  expect(screen.getByRole('link', { name: 'Open in New Tab' })).toBeTruthy()
  await press.keyboard('{Escape}')
  expect(document.fullscreenElement).toBeNull()
  expect(await screen.findByRole('button', { name: 'Full screen' })).toBeTruthy()
  for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen']) {
    Reflect.deleteProperty(document, name)
  }
})

test('a document can fill the screen where the browser has no full screen, and Escape closes it', async () => {
  browserShowsPdfs(true)
  answerWorksheet('/media/3?signature=1')
  const { press } = await renderRoute('/lesson/12/resources', { user: aisyah })
  const place = () => document.querySelector('.reading-mode')
  await press.click(await screen.findByRole('button', { name: 'Full screen' }))
  expect(place()?.hasAttribute('data-open')).toBe(true)
  expect(place()?.querySelector('iframe')).toBeTruthy()
  expect(document.querySelector('.ap-player-place[data-tall]')).toBeTruthy()
  await press.keyboard('{Escape}')
  expect(place()?.hasAttribute('data-open')).toBe(false)
})
