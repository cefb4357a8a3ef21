import { expect, test } from 'vitest'
import { importsOnly, numbersIn } from '../../apps/web/bundling/inlined-constants.ts'
import { findModuleUsers, type SourceModule } from '../../apps/web/bundling/module-users.ts'
import { shareFiles } from '../../apps/web/bundling/shared-files.ts'

const kilobyte = 1000

function moduleOf(given: Partial<SourceModule>): SourceModule {
  return { size: kilobyte, imports: [], laterImports: [], firstWave: [], ...given }
}

/** Returns the files of a client that starts with `start`; names of pages begin with `page`. */
function filesOf(given: Record<string, Partial<SourceModule>>, wasteBytes = 0): string[] {
  const modules = new Map(Object.entries(given).map(([id, module]) => [id, moduleOf(module)]))
  const isPage = (id: string) => id.startsWith('page')
  const users = findModuleUsers(modules, { start: 'start', first: new Set(['start']), isPage })
  const files = shareFiles(modules, users, {
    isLeftToBundler: () => false,
    weightOf: (id) => (isPage(id) ? 1 : 0.01),
    waitCostOf: () => 1,
    wasteOf: () => wasteBytes,
    leastSize: 2 * kilobyte,
    requestCost: 500,
  })
  return files.map((file) => file.sort().join()).sort()
}

test('modules that the same pages import share a file', () => {
  expect(
    filesOf({
      start: { laterImports: ['page-a', 'page-b'] },
      'page-a': { imports: ['list', 'money'] },
      'page-b': { imports: ['money', 'list'] },
      list: {},
      money: {},
    }),
  ).toEqual(['list,money'])
})

test('the parts of a first wave share a file, and what a pressed part finds there is not in its own', () => {
  expect(
    filesOf({
      start: { laterImports: ['menu', 'page', 'replay'], firstWave: ['menu', 'replay'] },
      menu: { imports: ['dialog'] },
      replay: {},
      page: { laterImports: ['dialog-of-page'] },
      'dialog-of-page': { imports: ['dialog'] },
      dialog: {},
    }),
  ).toEqual(['dialog,menu,replay'])
})

const nearlyEqual = {
  start: { laterImports: ['page-a', 'page-b', 'page-c'] },
  'page-a': { imports: ['list', 'tiny'] },
  'page-b': { imports: ['list', 'tiny'] },
  'page-c': { imports: ['list'] },
  list: {},
  tiny: { size: 100 },
}

test('a small file joins another one if a page may load it in vain', () => {
  expect(filesOf(nearlyEqual, 150)).toEqual(['list,tiny'])
  expect(filesOf(nearlyEqual, 50)).toEqual(['list', 'tiny'])
})

test('joined files never import each other in a circle', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const client = tangledClient(seed)
    const files = filesOf(client, 9 * kilobyte).map((file) => file.split(','))
    const fileOf = new Map(files.flatMap((file, number) => file.map((id) => [id, number] as const)))
    const importsOf = files.map((file, number) =>
      new Set(
        file.flatMap((id) => client[id]?.imports ?? []).flatMap((id) => fileOf.get(id) ?? []),
      ).difference(new Set([number])),
    )
    // Removes the files without imports again and again. A file remains only if it is part of a cycle.
    let left = new Set(importsOf.keys())
    for (let before = -1; before !== left.size;) {
      before = left.size
      left = new Set([...left].filter((number) => importsOf[number]?.intersection(left).size !== 0))
    }
    expect([...left]).toEqual([])
  }
})

test('a division into files that would import each other is refused', () => {
  expect(() =>
    filesOf({
      start: { laterImports: ['page', 'asker'] },
      asker: { laterImports: ['part', 'wave'], firstWave: ['wave'] },
      wave: { imports: ['shared'] },
      part: { imports: ['between'] },
      between: { imports: ['shared'] },
      page: { imports: ['between'] },
      shared: {},
    }),
  ).toThrow('would import itself')
})

/** Returns 12 pages that import 30 modules, each of which imports some of those behind it. */
function tangledClient(seed: number): Record<string, Partial<SourceModule>> {
  const pages = Array.from({ length: 12 }, (_, number) => `page-${number}`)
  const names = Array.from({ length: 30 }, (_, number) => `module-${number}`)
  const isChosen = (a: number, b: number, oneIn: number) =>
    ((a + 3) * (b + 7) * (seed + 11)) % 101 < 101 / oneIn
  return {
    start: { laterImports: pages },
    ...Object.fromEntries(
      pages.map((page, a) => [page, { imports: names.filter((_, b) => isChosen(a, b, 6)) }]),
    ),
    ...Object.fromEntries(
      names.map((name, a) => [
        name,
        { size: ((a * seed) % 7) * 500 + 60, imports: names.filter((_, b) => b > a && isChosen(b, a, 9)) },
      ]),
    ),
  }
}

test('an import of numbers alone is no use of the file', () => {
  const numbers = numbersIn('export const most = 20;\nexport const names = ["a"];\n')
  expect(importsOnly(numbers, 'import { most } from "../limits.ts";\n', '/src/limits.ts')).toBe(true)
  expect(importsOnly(numbers, 'import { most, names } from "../limits.ts";\n', '/src/limits.ts')).toBe(false)
  expect(importsOnly(numbers, 'import { most } from "../other.ts";\n', '/src/limits.ts')).toBe(false)
})
