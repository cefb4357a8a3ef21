/**
 * Checks the case of the screens' texts: the same words are written in one way. Only the specification's labels may have capital
 * letters inside in English, as in 'Browse Courses'; Malay texts have them in names only.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bare, isNode, nodesOf, parse, type Parsed } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
const textsOf = (language: 'en' | 'ms'): Parsed[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path.endsWith(`.${language}.ts`))
    .map((path) => parse({ path, code: readFileSync(join(root, path), 'utf8') }))

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8')

/** The specification names only the busy form of this button, 'Creating Account...'. */
const alsoSpecified = new Set(['Create Account'])

const inSentenceCase = (text: string): boolean => text.slice(1) === text.slice(1).toLowerCase()

/** Returns the texts that are written in several ways, without those that follow the rule. */
function writtenOtherwise(files: readonly Parsed[], isSpecified: (text: string) => boolean): string[] {
  const forms = new Map<string, Set<string>>()
  for (const { program } of files)
    for (const node of nodesOf(program)) {
      const value = node.type === 'Property' ? bare(node['value']) : undefined
      const text = isNode(value) && value.type === 'Literal' ? value['value'] : undefined
      if (typeof text !== 'string') continue
      const key = text.toLowerCase()
      forms.set(key, (forms.get(key) ?? new Set()).add(text))
    }
  return [...forms.values()]
    .filter((found) => new Set([...found].map((text) => text.slice(1))).size > 1)
    .flatMap((found) => [...found].filter((text) => !inSentenceCase(text) && !isSpecified(text)))
}

test('English texts have capital letters inside only where the specification has them', () => {
  const isSpecified = (text: string) => specification.includes(text) || alsoSpecified.has(text)
  expect(writtenOtherwise(textsOf('en'), isSpecified)).toEqual([])
})

test('Malay texts of the same words have the same case', () => {
  expect(writtenOtherwise(textsOf('ms'), () => false)).toEqual([])
})

test('the check finds a planted text that is written in another way', () => {
  const planted = parse({
    path: 'shop.en.ts',
    code: "export const m = { a: 'Send again', b: 'Send Again', c: 'Try CHIP', d: 'Browse Courses', e: 'Browse courses' }",
  })
  expect(writtenOtherwise([planted], (text) => text === 'Browse Courses')).toEqual(['Send Again'])
})
