/** Checks that the colours of code in texts have enough contrast with their background. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('every colour of code has a contrast of 4.5 on the ground of code, in both themes', () => {
  const sheet = readFileSync(
    join(import.meta.dirname, '../../apps/web/src/shared/lesson-text/lesson-text.css'),
    'utf8',
  )
  const used = [...sheet.matchAll(/\[data-token='(\w+)'\] \{\s*color: ([^;]+);/g)]
  expect(used.map(([, kind]) => kind)).toEqual(['keyword', 'name', 'type', 'string', 'number', 'comment'])
  const tokens = readFileSync(join(import.meta.dirname, '../../packages/ui/src/styles/tokens.css'), 'utf8')
  const [palette = '', dark = '', light = ''] = [...tokens.matchAll(/\{([^{}]*)\}/g)].map(([, body]) => body)
  for (const theme of [dark, light]) {
    const ground = colourIn(palette + theme, 'var(--surface-sunken)')
    for (const [, kind, value = ''] of used)
      expect(contrast(colourIn(palette + theme, value), ground), `${kind} ${value}`).toBeGreaterThanOrEqual(
        4.5,
      )
  }
})

type Colour = readonly number[]

function colourIn(declarations: string, value: string): Colour {
  const mix = /^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/.exec(value)
  if (mix) {
    const [, one = '', share = '', other = ''] = mix
    const second = colourIn(declarations, other)
    return colourIn(declarations, one).map(
      (part, at) => (part * Number(share) + (second[at] ?? 0) * (100 - Number(share))) / 100,
    )
  }
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (name === undefined) return [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16))
  const found = [...declarations.matchAll(new RegExp(`${name}:\\s*([^;]+);`, 'g'))].at(-1)?.[1]
  if (found === undefined) throw new Error(`${name} is no token`)
  return colourIn(declarations, found)
}

/** Returns the relative luminance as WCAG 2.2 defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
