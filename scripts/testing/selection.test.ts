import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments, selectTests, testFilesIn } from './selection.ts'

const files = [
  'apps/server/src/features/sales/refunds/refunds.test.ts',
  'apps/web/src/features/sales/Refund-dialog.test.tsx',
  'apps/server/src/features/media/media.test.ts',
  'e2e/cart.spec.ts',
]

test('a name selects the tests of every project and the journeys whose path contains it', () => {
  expect(selectTests(['refund'], files)).toEqual({ tests: files.slice(0, 2), journeys: [] })
  expect(selectTests(['features/sales'], files).tests).toEqual(files.slice(0, 2))
  expect(selectTests(['media', 'cart'], files)).toEqual({ tests: [files[2]], journeys: [files[3]] })
  expect(selectTests(['nothing'], files)).toEqual({ tests: [], journeys: [] })
})

test('test files of every workspace are found, and none of a library', () => {
  const found = testFilesIn(join(import.meta.dirname, '../..'))
  for (const folder of ['apps/server', 'apps/web', 'packages/contracts', 'scripts', 'e2e'])
    expect(
      found.some((file) => file.startsWith(`${folder}/`)),
      folder,
    ).toBe(true)
  expect(found.filter((file) => file.includes('node_modules'))).toEqual([])
})

test('names and options are distinguished, and an unknown option is refused', () => {
  const none = { names: [], e2e: false, all: false, report: false, saveBaseline: false }
  expect(readArguments('test', [])).toEqual(none)
  expect(readArguments('test', ['cart', '--e2e'])).toEqual({ ...none, names: ['cart'], e2e: true })
  expect(readArguments('test:deep', ['attacks', '--all'])).toEqual({ ...none, names: ['attacks'], all: true })
  expect(readArguments('test', ['--report', '--save-baseline'])).toEqual({
    ...none,
    report: true,
    saveBaseline: true,
  })
  expect(() => readArguments('test', ['--watch'])).toThrow('there is no option --watch')
  expect(() => readArguments('test', ['--all'])).toThrow('there is no option --all')
  expect(() => readArguments('test', ['--e2e'])).toThrow('--e2e needs a name')
  expect(() => readArguments('test', ['cart', '--save-baseline'])).toThrow('needs a complete run')
})
