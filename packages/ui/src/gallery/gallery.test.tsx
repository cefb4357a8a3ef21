import { act, cleanup, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Cover } from '../cover.tsx'
import { Gallery, gallerySections } from './gallery.tsx'

afterEach(cleanup)

test.each(Object.entries(gallerySections))(
  'what the server writes of %s has no style attribute, which the content policy would drop',
  (_name, Group) => {
    const html = renderToString(<Group />)
    expect(html).not.toMatch(/ style=/)
    expect(html).not.toContain('<style')
  },
)

test('the browser takes over the written page without a difference', async () => {
  const complaints = vi.spyOn(console, 'error')
  const host = document.createElement('div')
  host.innerHTML = renderToString(<Gallery />)
  document.body.append(host)
  const root = await act(() =>
    hydrateRoot(host, <Gallery />, { onRecoverableError: (error) => console.error(error) }),
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Components' })).toBeTruthy()
  expect(complaints).not.toHaveBeenCalled()
  act(() => root.unmount())
  host.remove()
})

test('a cover that cannot be loaded gives way to the drawing', () => {
  const { container } = render(
    <Cover id={2} title="Interface Design for Engineers" category="Design" image="/media/gone.png" />,
  )
  const picture = container.querySelector('img')
  expect(picture).toBeTruthy()
  act(() => {
    picture?.dispatchEvent(new Event('error'))
  })
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
