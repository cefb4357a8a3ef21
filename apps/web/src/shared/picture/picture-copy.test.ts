import { expect, test } from 'vitest'
import { pictureCopy } from './picture-copy.ts'

const id = 'A'.repeat(22)

test.each([
  [`/media/${id}`, 640, `/media/${id}/w640`],
  [`/media/${id}?u=1&e=2&s=x`, 320, `/media/${id}/w320?u=1&e=2&s=x`],
  [`/media/${id}`, 641, null],
  ['blob:http://localhost/1', 640, null],
  ['https://elsewhere.example/media/' + id, 640, null],
  ['/icon.png', 640, null],
])('the copy of %s that is %i pixels wide is %s', (picture, width, copy) => {
  expect(pictureCopy(picture, width)).toBe(copy)
})
