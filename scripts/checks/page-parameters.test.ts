/** The server renders a page with the listed parameters only, so the list must name every parameter that a page reads. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageParameters } from '../../apps/web/src/app/page-parameters.ts'

const sources = join(import.meta.dirname, '../../apps/web/src')

/** The pattern matches `search.get('tab')`, `url.searchParams.get('courseId')`, `useSearchParams()[0].get('order')`. */
const reading = /(?:search|searchParams|address|Params\(\w*\)(?:\[0\])?)\.get\(\s*'(\w+)'\s*\)/gi

const parametersRead = (): string[] => {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !file.includes('.test.'))
  const names = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(reading)].map(([, name = '']) => name),
  )
  return [...new Set(names)].toSorted()
}

test('the list of page parameters names exactly the query parameters that pages read, and the language', () => {
  expect([...pageParameters].toSorted()).toEqual([...parametersRead(), 'lang'].toSorted())
})
