/**
 * Checks that each file imports the style sheets of the classes that it names, because a page's document contains only the style
 * sheets that its code imports.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const system = 'packages/ui/src'
const screens = 'apps/web/src'
/** Every document contains the base styles of the design system and the styles of the shell. */
const isEverywhere = (sheet: string): boolean => /ui\/src\/styles\/|\/shell\/shell\.css$/.test(sheet)

const filesOf = (folder: string, name: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Resolves `./x`, `../x`, `#web/x` and `@apogee/ui/x` to paths from the root; null for packages. */
function pathOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  if (specifier.startsWith('#web/')) return specifier.replace('#web', screens)
  return specifier.startsWith('@apogee/ui/') ? specifier.replace('@apogee/ui', system) : null
}
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^(?:import|\} from|import .* from) '([^']+)'/gm)].flatMap(
    ([, specifier = '']) => pathOf(specifier, file) ?? [],
  )

/** Returns the sheets that this file imports, and those of the system's components that it uses. */
function sheetsOf(file: string): Set<string> {
  const sheets = new Set<string>()
  const walk = (path: string): void => {
    for (const imported of importsOf(path)) {
      if (imported.endsWith('.css')) sheets.add(imported)
      else if (imported.startsWith(system) && imported.endsWith('.tsx')) walk(imported)
    }
  }
  walk(file)
  return sheets
}

const sheetsByClass = new Map<string, Set<string>>()
for (const sheet of [...filesOf(system, /\.css$/), ...filesOf(screens, /\.css$/)]) {
  const css = textOf(sheet)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/url\([^)]*\)/g, '')
  for (const [, name = ''] of css.matchAll(/\.([a-z][\w-]*)/g)) {
    sheetsByClass.set(name, (sheetsByClass.get(name) ?? new Set()).add(sheet))
  }
}

/**
 * Returns the style sheets that own a class. A screen may adjust a component of the design system, but the class still belongs to
 * the system.
 */
function ownersOf(name: string): string[] {
  const sheets = [...(sheetsByClass.get(name) ?? [])]
  const own = sheets.filter((sheet) => sheet.startsWith(system))
  return own.length > 0 ? own : sheets
}

/** Returns the words of `className="…"` and `className={…}`. */
const classesNamedIn = (file: string): string[] =>
  [...textOf(file).matchAll(/[cC]lassName=(?:"([^"]+)"|\{([^}]*)\})/g)].flatMap(([, plain = '', code = '']) =>
    `${plain} ${code}`
      .matchAll(/[a-z][\w-]*/g)
      .map(([word]) => word)
      .toArray(),
  )

const components = [...filesOf(system, /\.tsx$/), ...filesOf(screens, /\.tsx$/)]

test('a file imports a sheet of each class that it names', () => {
  let named = 0
  const wrong = components.flatMap((file) => {
    const imported = sheetsOf(file)
    return classesNamedIn(file).flatMap((name) => {
      const sheets = ownersOf(name)
      if (sheets.length === 0 || sheets.some(isEverywhere)) return []
      named += 1
      return sheets.some((sheet) => imported.has(sheet))
        ? []
        : [`${file} names ${name} of ${sheets.join(', ')}`]
    })
  })
  expect(named).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

test('a file imports no sheet of which it names no class', () => {
  const wrong = components.flatMap((file) => {
    const words = new Set(textOf(file).match(/[a-z][\w-]*/g))
    return importsOf(file)
      .filter((sheet) => sheet.endsWith('.css') && sheet !== `${screens}/app/styles.css`)
      .filter((sheet) => ![...sheetsByClass].some(([name, sheets]) => sheets.has(sheet) && words.has(name)))
      .map((sheet) => `${file} imports ${sheet}`)
  })
  expect(wrong).toEqual([])
})

test('no file names a utility that the build leaves out', () => {
  const [, list = ''] = /@source not inline\('\{([^}]+)\}'\)/.exec(textOf(`${screens}/app/styles.css`)) ?? []
  const leftOut = new Set(list.split(','))
  expect(leftOut.size).toBeGreaterThan(10)
  const wrong = components.flatMap((file) =>
    classesNamedIn(file)
      .filter((name) => leftOut.has(name))
      .map((name) => `${file} names ${name}`),
  )
  expect(wrong).toEqual([])
})

test("a component's sheet is in the layer below the screens' sheets, whichever is loaded first", () => {
  const layersOf = (sheet: string): string[] =>
    [...textOf(sheet).matchAll(/^@layer ([\w-]+) \{/gm)].map(([, name = '']) => name)
  const own = filesOf(system, /\.css$/).filter((sheet) => !sheet.includes('/styles/'))
  expect(own.length).toBeGreaterThan(25)
  expect(own.filter((sheet) => layersOf(sheet).join() !== 'ui')).toEqual([])
  const ofScreens = filesOf(screens, /\.css$/).flatMap(layersOf)
  expect(new Set(ofScreens)).toEqual(new Set(['components']))
})
