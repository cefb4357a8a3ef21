import { codeLanguages } from '@apogee/contracts/courses/lesson-document.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLanguageNames } from './code-languages.ts'
import { tokensOf, type CodeToken } from './code-tokens.ts'

const textOf = (tokens: CodeToken[]): string => tokens.map(({ text }) => text).join('')
const of = (tokens: CodeToken[] | null, kind: CodeToken['kind']): string[] =>
  (tokens ?? []).filter((token) => token.kind === kind).map(({ text }) => text)
const named = codeLanguages.filter((language) => language !== '')

test('each language that a block may name has colours and a name for people', async () => {
  for (const language of named) {
    // oxlint-disable-next-line no-await-in-loop -- one grammar after the other
    expect(await tokensOf(language, 'x'), language).not.toBeNull()
    expect(codeLanguageNames[language]).not.toBe('')
  }
  expect(await tokensOf('', 'x')).toBeNull()
})

test('the parts of any code are together the code, however it is written', async () => {
  const sign = fc.constantFrom(
    ...'<>&"\'`{}()[]/*#$\\=; \n\tif0aé🎉',
    'function ',
    'SELECT ',
    '<script>',
    '<?php ',
    '"""',
  )
  const code = fc.array(sign, { minLength: 1, maxLength: 30 }).map((signs) => signs.join(''))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...named), code, async (language, given) => {
      const tokens = await tokensOf(language, given)
      if (tokens) expect(textOf(tokens)).toBe(given)
    }),
    { numRuns: 300 },
  )
})

test('keywords, strings, numbers, names and comments are told apart in Python, SQL, TypeScript and HTML', async () => {
  const python = await tokensOf('python', 'def area(r):\n    return 3.14 * r  # round\n')
  expect(of(python, 'keyword')).toEqual(['def', 'return'])
  expect(of(python, 'name')).toEqual(['area'])
  expect(of(python, 'number')).toEqual(['3.14'])
  expect(of(python, 'comment')).toEqual(['# round'])
  expect(of(await tokensOf('sql', "SELECT name FROM people WHERE id = 'a'"), 'string')).toEqual(["'a'"])
  const script = await tokensOf('typescript', 'const a = `one ${b} two`')
  expect(of(script, 'string').join('')).toBe('`one  two`')
  const page = await tokensOf('html', '<style>p { color: red }</style><script>let a = 1</script>')
  expect(of(page, 'number')).toEqual(['1'])
  expect(of(page, 'keyword')).toContain('let')
})

test('code that would hold up the page has no colours', async () => {
  expect(await tokensOf('json', '1'.repeat(50_001))).toBeNull()
})
