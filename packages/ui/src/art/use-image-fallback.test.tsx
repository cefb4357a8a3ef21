import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Avatar, initials } from './avatar.tsx'
import { Cover } from './cover.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const pictureIn = (container: HTMLElement) => container.querySelector('img')

function fail(container: HTMLElement): void {
  const picture = pictureIn(container)
  expect(picture).toBeTruthy()
  if (picture) fireEvent.error(picture)
}

test('a cover that cannot be loaded falls back to the generated one', async () => {
  const { container } = render(
    <Cover id={2} title="Interface Design for Engineers" category="Design" image="/media/gone.png" />,
  )
  fail(container)
  expect(pictureIn(container)).toBeNull()
  await waitFor(() => expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true'))
})

test.each(['sm', 'md', 'lg'] as const)(
  'an avatar of size %s that cannot be loaded falls back to initials',
  (size) => {
    const { container } = render(
      <Avatar name="Aisyah Rahman" image="/media/gone.png" size={size} label="Aisyah Rahman" />,
    )
    const face = screen.getByRole('img', { name: 'Aisyah Rahman' })
    expect(face.dataset['initials']).toBeUndefined()
    fail(container)
    expect(pictureIn(container)).toBeNull()
    expect(face.dataset['initials']).toBe('AR')
  },
)

test('another picture is tried after a broken one', () => {
  const { container, rerender } = render(<Avatar name="Aisyah Rahman" image="/media/gone.png" />)
  fail(container)
  rerender(<Avatar name="Aisyah Rahman" image="/media/new.png" />)
  expect(pictureIn(container)?.getAttribute('src')).toBe('/media/new.png')
})

test.each([
  [
    'a cover',
    <Cover key="cover" id={2} title="Interface Design" category="Design" image="/media/gone.png" />,
  ],
  ['a face', <Avatar key="face" name="Aisyah Rahman" image="/media/gone.png" />],
])('%s that failed before hydration is retried', async (_what, part) => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0)
  const asked = vi.spyOn(HTMLImageElement.prototype, 'src', 'set')
  const { container } = render(part)
  await act(async () => Promise.resolve())
  expect(asked).toHaveBeenLastCalledWith('/media/gone.png')
  expect(pictureIn(container)).toBeTruthy()
})

test('a person has the same colour everywhere, and a question mark without a name', () => {
  const { container } = render(
    <>
      <Avatar name="Dr. Kavitha Menon" size="sm" />
      <Avatar name="Dr. Kavitha Menon" size="lg" />
      <Avatar name={null} label="Unnamed User" />
    </>,
  )
  const [small, large] = [...container.querySelectorAll<HTMLElement>('.ap-avatar')]
  expect(small?.dataset['ink']).toBe(large?.dataset['ink'])
  expect(small?.dataset['initials']).toBe('KM')
  expect(screen.getByRole('img', { name: 'Unnamed User' }).dataset['initials']).toBe('?')
})

test('initials come from the first two words of a name', () => {
  expect(
    ['Aisyah Rahman', 'Dr. Kavitha Menon', 'muhammad amirul hakimi', 'Öğe', '  ', null].map(initials),
  ).toEqual(['AR', 'KM', 'MA', 'Ö', '?', '?'])
})
