/** Checks that the decisions are few and short, that their statuses are true, and that the index has one line for each. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')
const mostPages = 45
const mostWords = 250

const form =
  /^# (?<title>.+)\n\n- Status: (?:accepted|(?<superseded>superseded by \[.+\]\((?<successor>[\w-]+\.md)\)))\n- Date: \d{4}-\d{2}-\d{2}\n\n/

interface Decision {
  file: string
  words: number
  title: string | undefined
  superseded: string | undefined
  successor: string | undefined
}

const decisions: readonly Decision[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const { title, superseded, successor } = form.exec(text)?.groups ?? {}
    return { file, words: text.split(/\s+/).filter(Boolean).length, title, superseded, successor }
  })

const filesOf = (found: readonly Decision[]): string[] => found.map(({ file }) => file)

test('at most 45 decisions have a page', () => {
  expect(decisions.length).toBeGreaterThan(30)
  expect(decisions.length).toBeLessThanOrEqual(mostPages)
})

test('a decision has at most 250 words', () => {
  expect(filesOf(decisions.filter(({ words }) => words > mostWords))).toEqual([])
})

test('a decision begins with its title, a status of the closed set and its date', () => {
  expect(filesOf(decisions.filter(({ title }) => title === undefined))).toEqual([])
})

test('a superseded decision names a successor that is accepted', () => {
  const accepted = new Set(filesOf(decisions.filter(({ superseded }) => superseded === undefined)))
  const superseded = decisions.filter(({ successor }) => successor !== undefined)
  expect(filesOf(superseded.filter(({ successor = '' }) => !accepted.has(successor)))).toEqual([])
})

test('the index of the decisions has one line for each page, with its title and whether it is superseded', () => {
  const lines = decisions.map(
    ({ file, title, superseded }) =>
      `- [${title}](${file})${superseded === undefined ? '' : `: ${superseded}`}`,
  )
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(index.split('\n').filter((line) => line.startsWith('- '))).toEqual(lines)
})

test('the decision about dependencies names every library of production', () => {
  const page = readFileSync(join(folder, 'dependencies.md'), 'utf8')
  const words = new Set(page.split(/[^a-z0-9]+/i))
  const manifests = ['packages/domain', 'packages/contracts', 'packages/ui', 'apps/server', 'apps/web']
  const libraries = manifests.flatMap((path) => {
    const text = readFileSync(join(folder, '../..', path, 'package.json'), 'utf8')
    return Object.keys((JSON.parse(text) as { dependencies?: Record<string, string> }).dependencies ?? {})
  })
  expect(libraries.length).toBeGreaterThan(50)
  const others = libraries.filter((name) => !name.startsWith('@apogee/'))
  // The list names a family of packages only once, such as prosemirror-model or @fastify/static.
  expect(others.filter((name) => !words.has(/[a-z0-9]+/.exec(name)?.[0] ?? name))).toEqual([])
})
