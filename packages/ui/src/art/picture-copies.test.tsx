import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Cover } from './cover.tsx'
import { PictureCopies } from './picture-copies.ts'

const copyOf = (picture: string, width: number) =>
  picture.startsWith('blob:') ? null : `${picture}/w${width}`
const pictureIn = (part: React.ReactNode) =>
  render(<PictureCopies value={copyOf}>{part}</PictureCopies>).container.querySelector('img')

test('a cover offers its copies, reserves its space, and is lazy-loaded', () => {
  const picture = pictureIn(<Cover id={1} title="One" image="/media/a" />)
  expect(picture?.getAttribute('srcset')).toBe(
    '/media/a/w320 320w, /media/a/w640 640w, /media/a/w960 960w, /media/a/w1280 1280w',
  )
  expect(picture?.getAttribute('src')).toBe('/media/a/w640')
  expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['640', '360'])
  expect(picture?.getAttribute('loading')).toBe('lazy')
  expect(picture?.getAttribute('sizes')).toMatch(/^auto, /)
  expect(picture?.hasAttribute('fetchpriority')).toBe(false)
})

test('a cover in view at once is loaded first', () => {
  const picture = pictureIn(<Cover id={1} title="One" image="/media/a" priority />)
  expect(picture?.getAttribute('loading')).toBe('eager')
  expect(picture?.getAttribute('fetchpriority')).toBe('high')
  expect(picture?.getAttribute('sizes')).not.toContain('auto')
})

test('a cover that is half as wide as a phone’s window is loaded in that width', () => {
  const picture = pictureIn(<Cover id={1} title="One" image="/media/a" isHalfOnPhone priority />)
  expect(picture?.getAttribute('sizes')).toMatch(/^\(max-width: 480px\) 46vw, /)
})

test('an avatar uses the small copies', () => {
  expect(pictureIn(<Avatar name="Aisyah" image="/media/b" />)?.getAttribute('srcset')).toBe(
    '/media/b/w96 96w, /media/b/w192 192w',
  )
})

test('a picture without copies is shown unchanged', () => {
  const picture = pictureIn(<Cover id={1} title="One" image="blob:1" />)
  expect(picture?.getAttribute('src')).toBe('blob:1')
  expect(picture?.hasAttribute('srcset')).toBe(false)
  expect(picture?.hasAttribute('sizes')).toBe(false)
})
