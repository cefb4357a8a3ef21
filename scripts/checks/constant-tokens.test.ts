/** The build replaces constant tokens in the style sheets by their values (docs/decisions/first-load.md). */
import { expect, test } from 'vitest'
import { constantsIn, withConstants } from '../../apps/web/bundling/constant-tokens.ts'

const tokens =
  ':root { --space-4: 1rem; /* --no: 1; */ --nav: 4rem; --curve: cubic-bezier(0.2, 0.7, 0.2, 1) }'

test('a token that is declared once is a constant, and one that another rule sets is not', () => {
  const narrow = '@media (width <= 760px) { :root { --nav: 3.5rem; } }'
  expect([...constantsIn(tokens, [tokens, narrow])]).toEqual([['--space-4', '1rem']])
})

test('a property of one part of a page is never a constant', () => {
  const part = '.ap-facts { --ap-width: 12rem; width: var(--ap-width, 9rem) }'
  const constants = constantsIn(tokens, [tokens, part])
  expect(constants.has('--ap-width')).toBe(false)
  expect(withConstants(part, constants)).toBe(part)
})

test("that Tailwind's theme names a token does not make it change", () => {
  const theme = '@theme { --space-4: var(--space-4); }'
  expect(constantsIn(tokens, [tokens, theme]).get('--space-4')).toBe('1rem')
})

test('uses of constants become values, their declarations go, and licences stay', () => {
  const constants = new Map([['--space-4', '1rem']])
  const css =
    '/*! MIT */:root{--space-4:1rem;--nav:4rem}/* note */a{margin:calc(-1 * var(--space-4)) var(--nav)}'
  expect(withConstants(css, constants)).toBe(
    '/*! MIT */:root{--nav:4rem}a{margin:calc(-1 * 1rem) var(--nav)}',
  )
})
