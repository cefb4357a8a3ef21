/** Tests the contrast of texts that the journeys of accessibility do not measure: code, mails and printed papers. */
import { globSync, readFileSync } from 'node:fs'
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

const server = join(import.meta.dirname, '../../apps/server/src')
const hex = '#[0-9a-f]{6}'

test('every text of a mail has a contrast of 4.5 on its own ground, or on those of the page and the card', () => {
  const source = readFileSync(join(server, 'platform/mail/mail-html.ts'), 'utf8')
  const styles = [...source.matchAll(/^ {2,4}(?:\w+: )?['`]([^'`]*color:[^'`]*)['`]/gm)].map(
    ([, style = '']) => style,
  )
  const groundIn = (style: string) => new RegExp(`background-color:(${hex})`).exec(style)?.[1]
  const grounds = new Set(['#ffffff', ...styles.flatMap((style) => groundIn(style) ?? [])])
  expect(styles.length).toBeGreaterThan(6)
  const button = '#3b2fa8'
  expect([...grounds].toSorted()).toEqual([button, '#eef0f8', '#ffffff'])
  for (const style of styles) {
    const text = new RegExp(`(?<!-)color:(${hex})`).exec(style)?.[1] ?? ''
    const own = groundIn(style)
    for (const ground of own ? [own] : [...grounds].filter((one) => one !== button))
      expect(contrast(colourIn('', text), colourIn('', ground)), style).toBeGreaterThanOrEqual(4.5)
  }
})

test('every text of a printed paper has a contrast of 4.5 on white', () => {
  const source = globSync(join(server, 'platform/pdf/*.ts'))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const used = new Set(
    [...source.matchAll(/(?<!\w)color: (?:\w+ \? )?(?!string\b)([\w'#]+)/g)].map(([, name = '']) => name),
  )
  expect(used).toContain('faint')
  // `inkOn` chooses the colour of a text on the seller's colour (packages/domain has its test).
  used.delete('onBand')
  const colours = [...used].map((name) => {
    const literal = new RegExp(`^'(${hex})'$`).exec(name)?.[1]
    return literal ?? new RegExp(`const ${name} = '(${hex})'`).exec(source)?.[1] ?? name
  })
  expect(colours.length).toBeGreaterThan(2)
  for (const colour of colours)
    expect(contrast(colourIn('', colour), colourIn('', '#ffffff')), colour).toBeGreaterThanOrEqual(4.5)
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

/** WCAG 2.2 defines relative luminance. */
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
