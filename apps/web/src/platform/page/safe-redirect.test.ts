import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/course/5/sales', '/checkout', '/', '/courses?filter=free#top', '/a/%20b'])(
  'a redirect to %j is followed',
  (path) => {
    expect(safeRedirect(path)).toBe(path)
  },
)

test.each([
  '',
  null,
  undefined,
  'checkout',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '%2f%2fevil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  'javascript:alert(1)',
  '/\r\nLocation: https://evil.example',
  '/%0d%0aLocation: https://evil.example',
  '/\t/evil.example',
  '/%E0%A4%A',
])('a redirect to %j goes to the dashboard instead', (path) => {
  expect(safeRedirect(path)).toBe('/dashboard')
})
