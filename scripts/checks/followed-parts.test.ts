/**
 * A search on a public page replaces its results in a transition, and React holds back a transition until each part that it changes
 * has been hydrated. The code of such a part is therefore in the first wave of its page.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pages = join(import.meta.dirname, '../../apps/web/src/app/pages/public')

/** Returns the lazy parts that get the search or the filters and are not in the first wave. */
function lateParts(source: string): string[] {
  const lazy = source.matchAll(/const (?<name>\w+) = lazyWithRetry\((?<load>[^;]*?)\n\)/g)
  return [...lazy].flatMap(({ groups }) => {
    const { name = '', load = '' } = groups ?? {}
    const used = source.split(`<${name} `)[1]?.split('>')[0] ?? ''
    return /\{(?:search|filters)\b/.test(used) && !load.includes('/* first wave */') ? [name] : []
  })
}

test('a part of a public page that follows the search belongs to the first wave', () => {
  const late = globSync('*.tsx', { cwd: pages }).flatMap((file) =>
    lateParts(readFileSync(join(pages, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(late).toEqual([])
  expect(
    lateParts(`const Found = lazyWithRetry(
  async () => (await import('#web/found.tsx')).Found,
)
export const Page = () => <Found search={filters.search} />`),
  ).toEqual(['Found'])
})
