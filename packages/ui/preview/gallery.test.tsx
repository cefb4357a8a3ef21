import { act, cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { afterEach, expect, test, vi } from 'vitest'
import { Gallery, gallerySections } from './gallery.tsx'

afterEach(cleanup)

/** Renders the complete page as the server does, with deferred parts. */
const written = async (page: ReactNode) =>
  new Response((await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })).prelude).text()

test.each(Object.entries(gallerySections))(
  "the server's HTML of %s has no style attribute, which the content policy would drop",
  async (_name, Group) => {
    const html = await written(<Group />)
    expect(html).not.toMatch(/ style=/)
    expect(html).not.toContain('<style')
  },
)

test("the browser hydrates the server's HTML without a mismatch", async () => {
  const host = document.createElement('div')
  host.innerHTML = await written(<Gallery />)
  document.body.append(host)
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const root = await act(() =>
    hydrateRoot(host, <Gallery />, { onRecoverableError: (error) => console.error(error) }),
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Components' })).toBeTruthy()
  // Server and browser share one process here, which React's development build warns about.
  const remark = /multiple renderers concurrently/
  expect(complaints.mock.calls.filter(([text]) => !remark.test(String(text)))).toEqual([])
  act(() => root.unmount())
  host.remove()
})
