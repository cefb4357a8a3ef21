/** Reads the tests out of a file: their titles as written, and what each of them says. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface WrittenTest {
  /** As it stands in the file: `%s` and `${…}` of a table of tests included. */
  title: string
  source: string
  isSkipped: boolean
}

export interface TestFile {
  tests: WrittenTest[]
  /** What stands outside the tests: tables, texts and steps that they share. */
  shared: string
}

/** What `npm test` runs: the projects of vitest.config.ts and the journeys of e2e. */
const isRun = (file: string) =>
  /^(?:apps|packages|scripts)\/.+\.test\.tsx?$/.test(file) || /^e2e\/[^/]+\.spec\.ts$/.test(file)

const opening = /^(\s*)(?:for \(.*\) )?(?:test|it)((?:\.\w+)*)\(/
const indentOf = (line: string) => line.length - line.trimStart().length
const closes = (line: string) => /^[\])}]/.test(line.trimStart())

function titleOf(source: string): string | undefined {
  const isTable = /^\s*(?:test|it)\.each/.test(source)
  const literal = /(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/
  const found = new RegExp((isTable ? /\)\(\s*/ : /(?:test|it)(?:\.\w+)*\(\s*/).source + literal.source).exec(
    source,
  )
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll(/\\(['"`])/g, '$1')
}

/** The files are formatted: a test ends where its indentation is reached again by anything but a closing bracket. */
export function testsIn(text: string): TestFile {
  const lines = text.split('\n')
  const tests: WrittenTest[] = []
  const shared: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const found = opening.exec(line)
    if (!found) {
      shared.push(line)
      continue
    }
    let end = at + 1
    while (end < lines.length) {
      const next = lines[end] ?? ''
      if (next.trim() !== '' && indentOf(next) <= indentOf(line) && !closes(next)) break
      end++
    }
    const source = lines.slice(at, end).join('\n')
    const title = titleOf(source)
    const isSkipped = /skip|todo|fixme|fails/.test(found[2] ?? '') || /\btest\.(?:skip|fixme)\(/.test(source)
    if (title !== undefined) tests.push({ title, source, isSkipped })
    at = end - 1
  }
  return { tests, shared: shared.join('\n') }
}

const read = new Map<string, TestFile | null>()

/** The file's tests, or null when it is missing or no part of `npm test`. */
export function testFile(file: string): TestFile | null {
  const known = read.get(file)
  if (known !== undefined) return known
  const path = join(root, file)
  const found = isRun(file) && existsSync(path) ? testsIn(readFileSync(path, 'utf8')) : null
  read.set(file, found)
  return found
}
