/**
 * Journeys leave courses in lists that other journeys read for English texts. A course whose title is a text of the interface would
 * count as one that lacks a translation.
 */
import { translatedLanguages } from '@apogee/domain/languages.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsOfEnglishAlone } from '../languages/dictionaries.ts'
import { parse } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
const sourcesBelow = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, code: readFileSync(join(root, folder, path), 'utf8') }))

const titlesIn = (code: string) =>
  [...code.matchAll(/\btitle(?:: | = )'([^']+)'/g)].map(([, title]) => title ?? '')

test('no title in a journey is an English text of the interface', () => {
  const texts = sourcesBelow('apps/web/src', /\.[a-z]{2}\.ts$/).map((file) => parse(file))
  const english = translatedLanguages.flatMap((language) => [...textsOfEnglishAlone(texts, language)])
  const titles = sourcesBelow('e2e', /\.ts$/).flatMap(({ code }) => titlesIn(code))
  expect(titles.length).toBeGreaterThan(20)
  expect(titles.filter((title) => english.includes(title))).toEqual([])
  expect(titlesIn("post('/courses', { title: 'Package' })")).toEqual(['Package'])
})
