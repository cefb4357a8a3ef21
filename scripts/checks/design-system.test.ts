/**
 * The design system in packages/ui defines all styling. A screen's style sheet may only set layout, by the tokens of the system.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const styleSheetsOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

interface Declaration {
  at: string
  property: string
  value: string
}

/** Returns the declarations of a style sheet without comments. A line break inside a value counts as a space. */
const declarationsIn = (file: string): Declaration[] =>
  [
    ...readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/(?:^|[{;])\s*(?<property>--?[\w-]+|[a-z-]+)\s*:\s*(?<value>[^;{}]+)(?=[;}])/g),
  ].map(({ groups }) => ({
    at: file,
    property: groups?.['property'] ?? '',
    value: (groups?.['value'] ?? '').replaceAll(/\s+/g, ' ').trim(),
  }))

/** Returns the innermost rules with the text between their braces. */
const rulesIn = (file: string): { selector: string; body: string }[] =>
  [
    ...readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/(?<selector>[^{};]+)\{(?<body>[^{}]*)\}/g),
  ].map(({ groups }) => ({
    selector: (groups?.['selector'] ?? '').replaceAll(/\s+/g, ' ').trim(),
    body: groups?.['body'] ?? '',
  }))

const screens = styleSheetsOf('apps/web/src')
const system = styleSheetsOf('packages/ui/src')
const onScreens = screens.flatMap(declarationsIn)
const inSystem = system.flatMap(declarationsIn)

const told = ({ at, property, value }: Declaration): string => `${at} ${property}: ${value}`
const offending = (all: Declaration[], isWrong: (one: Declaration) => boolean): string[] =>
  all.filter(isWrong).map(told)

const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|lch|hwb)\(/i
const fromTokens = (value: string, family: string): boolean =>
  value
    .split(' ')
    .every((part) => new RegExp(String.raw`^(?:var\(--${family}[\w-]*\)|0|none|inherit)$`).test(part))

test('a box that scrolls sideways holds its hidden texts, which would widen the page otherwise', () => {
  const loose = [...system, ...screens].flatMap((file) =>
    rulesIn(file)
      .filter(
        ({ body }) =>
          /overflow(?:-x)?:\s*(?:auto|scroll)/.test(body) &&
          !/position:\s*(?:relative|absolute|fixed|sticky)/.test(body),
      )
      .map(({ selector }) => `${file} ${selector}`),
  )
  expect(loose).toEqual([])
})

describe('fields for a finger', () => {
  const fields = "input:not([type='checkbox'], [type='radio'], [type='range'], [type='color'], [type='file'])"

  test('fields have text of at least 16 pixels, so that phones do not enlarge the page', () => {
    const [rule, ...others] = rulesIn('packages/ui/src/styles/base.css').filter(({ selector }) =>
      selector.includes(fields),
    )
    expect(others).toEqual([])
    for (const field of ['select', 'textarea', "[contenteditable='true']"])
      expect(rule?.selector).toContain(field)
    expect(rule?.body.trim()).toBe('font-size: max(1rem, 1em) !important;')
  })

  test('no other sheet overrules the size of text in fields', () => {
    const forced = ({ at, property, value }: Declaration): boolean =>
      /^font(?:-size)?$/.test(property) &&
      value.includes('!important') &&
      at !== 'packages/ui/src/styles/base.css'
    expect(offending([...inSystem, ...onScreens], forced)).toEqual([])
  })
})

describe('the style sheet of a screen', () => {
  test('the check finds and reads the style sheets of the screens', () => {
    expect(screens.length).toBeGreaterThan(15)
    expect(onScreens.length).toBeGreaterThan(1000)
  })

  test('names no colour of its own', () => {
    expect(offending(onScreens, ({ value }) => colour.test(value))).toEqual([])
  })

  test('takes sizes, weights and families of type from the tokens', () => {
    const wrong = ({ property, value }: Declaration): boolean => {
      if (property === 'font-size') return !/^var\(--text-[\w-]+\)$|^[\d.]+em$|^inherit$/.test(value)
      if (property === 'font-weight') return !/^var\(--weight-\w+\)$|^inherit$/.test(value)
      if (property === 'font-family') return value !== 'var(--font-mono)'
      return property === 'font'
    }
    expect(offending(onScreens, wrong)).toEqual([])
  })

  test('takes corners, shadows and layers from the tokens', () => {
    const wrong = ({ property, value }: Declaration): boolean => {
      if (/^border-.*radius$/.test(property)) return !fromTokens(value, 'radius-')
      if (property === 'box-shadow') return !fromTokens(value, 'shadow-')
      // A `z-index` of -1 is allowed, because it puts an element behind the content of its own layer.
      if (property === 'z-index') return value !== '-1' && !fromTokens(value, 'z-')
      return false
    }
    expect(offending(onScreens, wrong)).toEqual([])
  })

  test('takes the time of movements from the tokens, which are still for who wants it so', () => {
    const wrong = ({ property, value }: Declaration): boolean =>
      /^(?:transition|animation)/.test(property) && /(?<![\w-])[\d.]+m?s\b/.test(value)
    expect(offending(onScreens, wrong)).toEqual([])
  })

  test('overrules nothing by force', () => {
    expect(offending(onScreens, ({ value }) => value.includes('!important'))).toEqual([])
  })

  test('gives a part of the system its place, and leaves its colours, lines and corners alone', () => {
    const look =
      /^(?:background|border|box-shadow|outline|border-radius|font-family|transition|animation)(?:-color)?$/
    const wrong = screens.flatMap((file) =>
      rulesIn(file)
        .filter(({ selector }) =>
          selector.split(',').some((one) => /\.ap-[\w-]+(?:\[[^\]]*\])?$/.test(one.trim())),
        )
        .flatMap(({ selector, body }) =>
          [...body.matchAll(/(?:^|;)\s*([a-z-]+)\s*:\s*([^;]+)/g)]
            .filter(
              ([, property, value]) => look.test(property ?? '') && !/^(?:0|none)$/.test(value?.trim() ?? ''),
            )
            .map(([, property]) => `${file} ${selector}: ${property}`),
        ),
    )
    expect(wrong).toEqual([])
  })
})

describe('utilities', () => {
  const known = new Set(
    [...screens, ...system].flatMap((file) =>
      rulesIn(file).flatMap(({ selector }) =>
        [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
      ),
    ),
  )
  const lists = readdirSync(join(root, 'apps/web/src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/[cC]lassName="([^"]*)"/g)].map(([, list]) => ({
        at: `${file} ${list}`,
        utilities: (list ?? '').split(/\s+/).filter((one) => one !== '' && !known.has(one)),
      })),
    )

  test('an element has at most six utilities', () => {
    expect(lists.length).toBeGreaterThan(500)
    expect(lists.filter(({ utilities }) => utilities.length > 6).map(({ at }) => at)).toEqual([])
  })

  test('utilities have no values of their own in brackets', () => {
    expect(
      lists.filter(({ utilities }) => utilities.some((one) => one.includes('['))).map(({ at }) => at),
    ).toEqual([])
  })
})

test('the colour of disabled texts, whose contrast is low, is that of disabled controls alone', () => {
  const faint = [...screens, ...system].flatMap((file) =>
    rulesIn(file)
      .filter(({ body }) => body.includes('var(--text-disabled)'))
      .map(({ selector }) => `${file} ${selector}`),
  )
  const others = faint.filter((rule) => !/:disabled$|styles\/tailwind-theme\.css/.test(rule))
  expect(faint.length).toBeGreaterThan(1)
  expect(others).toEqual([])
})

test('a class of a screen belongs to one feature, or to the shell and platform', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of screens) {
    const owner = /features\/([\w-]+)\//.exec(file)?.[1] ?? 'shell and platform'
    for (const { selector } of rulesIn(file))
      for (const one of selector.split(',')) {
        // The last part of a selector names the changed element; the parts before it only name the context.
        const last =
          one
            .trim()
            .split(/[\s>+~]+/)
            .at(-1) ?? ''
        for (const [, name = ''] of last.matchAll(/\.([a-z][\w-]*)/g))
          // The style sheet for printing may name the classes of the shell, because it hides the shell.
          if (!/^(?:ap|shell)-/.test(name)) owners.set(name, (owners.get(name) ?? new Set()).add(owner))
      }
  }
  const shared = [...owners].filter(([, features]) => features.size > 1).map(([name]) => name)
  expect(shared).toEqual([])
})

describe('the system', () => {
  test('asks for no token that does not exist', () => {
    const known = new Set(
      inSystem.filter(({ property }) => property.startsWith('--')).map(({ property }) => property),
    )
    const wrong = [...inSystem, ...onScreens].flatMap((one) =>
      [...one.value.matchAll(/var\((--[\w-]+)\)/g)]
        .map(([, name]) => name ?? '')
        .filter((name) => !known.has(name) && !ownProperties.has(name))
        .map((name) => `${one.at} ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('lines under texts have one thickness and distance, which no sheet sets or resets', () => {
    const sets = ({ at, property }: Declaration): boolean =>
      property === 'text-decoration' ||
      (/^text-(?:decoration-thickness|underline-offset)$/.test(property) && !at.endsWith('styles/base.css'))
    expect(offending([...inSystem, ...onScreens], sets)).toEqual([])
  })

  test('names colours in the tokens, and in the two things that are the same in every light', () => {
    const free = /styles\/tokens\.css$|\/player\.css$|\/avatar\.css$/
    expect(
      offending(
        inSystem.filter(({ at }) => !free.test(at)),
        ({ value }) => colour.test(value),
      ),
    ).toEqual([])
  })
})

/** Lists the custom properties that the screens' own style sheets set. */
const ownProperties = new Set(
  onScreens.filter(({ property }) => property.startsWith('--')).map(({ property }) => property),
)
