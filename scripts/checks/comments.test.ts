/** Checks the form of comments and test names (CONTRIBUTING.md, "Language"). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import type { Source } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
const widest = 140

/** Matches the beginning of a comment that has no subject in most cases. */
const opener = /^(?:of|for|in|nor|what|which|as|also|only|whether)\b/i

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mts', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
  .map((path): Source => ({ path, code: readFileSync(join(root, path), 'utf8') }))

interface Comment {
  line: number
  text: string
  width: number
}

/** Returns the comments of a file. Line comments on adjacent lines count as one comment. */
function commentsIn({ path, code }: Source): Comment[] {
  const lines = code.split('\n')
  const found: (Comment & { isLine: boolean; endLine: number })[] = []
  let line = 1
  let at = 0
  for (const { type, value, start } of parseSync(path, code).comments) {
    for (let next = code.indexOf('\n', at); next !== -1 && next < start; next = code.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    const endLine = line + value.split('\n').length - 1
    const own = lines.slice(line - 1, endLine).filter((one) => /^\s*(?:\/\/|\/?\*)/.test(one))
    const width = Math.max(0, ...own.map((one) => one.length))
    const isLine = type === 'Line' && own.length > 0
    const last = found.at(-1)
    if (isLine && last?.isLine && last.endLine === line - 1) {
      last.endLine = line
      last.width = Math.max(last.width, width)
    } else {
      const text = value
        .replaceAll(/^\s*\*+ ?/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      found.push({ line, endLine, text, width, isLine })
    }
  }
  return found
}

const testName = /^\s*(?:test|it)(?:\.(?:each|for|skipIf)\b.*)?\(\s*(['"`])(.*)\1/gm

test('no comment begins like a fragment, and none is wider than 140 columns', () => {
  const comments = sources.flatMap((source) =>
    commentsIn(source).map((comment) => ({ place: `${source.path}:${comment.line}`, ...comment })),
  )
  expect(comments.length).toBeGreaterThan(5_000)
  const wrong = comments.filter((comment) => opener.test(comment.text) || comment.width > widest)
  expect(wrong.map(({ place, text }) => `${place} ${text}`)).toEqual([])
})

test('no name of a test begins like a fragment', () => {
  const names = sources
    .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path))
    .flatMap(({ path, code }) => [...code.matchAll(testName)].map(([, , name = '']) => ({ path, name })))
  expect(names.length).toBeGreaterThan(3_000)
  expect(names.filter(({ name }) => opener.test(name))).toEqual([])
})
