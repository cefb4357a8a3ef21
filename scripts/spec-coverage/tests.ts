/** Parses the tests of a file: their titles as written, and their code. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface WrittenTest {
  /** Holds the title after the names of its groups, exactly as in the source: a table of tests has `%s` or `${…}` in it. */
  title: string
  source: string
  isSkipped: boolean
}

export interface TestFile {
  tests: WrittenTest[]
  /** Holds the code outside of the tests: tables, texts and steps that they share. */
  shared: string
}

/** Returns whether `npm test` runs the file: the projects of vitest.config.ts and the journeys of e2e. */
const isRun = (file: string) =>
  /^(?:apps|packages|scripts)\/.+\.test\.tsx?$/.test(file) || /^e2e\/.+\.spec\.ts$/.test(file)

const opening =
  /^\s*(?:for \(.*\) )?(?:test|it)((?:\.(?:each|for|only|skip|todo|fixme|fails|concurrent))*)(?:<.*>)?\(/
const group = /^\s*(?:test\.)?describe((?:\.\w+)*)\(/
const indentOf = (line: string) => line.length - line.trimStart().length
const closes = (line: string) => /^[\])}]/.test(line.trimStart())
const isDisabled = (modifiers: string) => /skip|todo|fixme|fails/.test(modifiers)

function titleOf(source: string): string {
  const isTable = /^.*\b(?:test|it|describe)\.(?:each|for)\b/.test(source)
  const literal = /(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/
  const call = isTable ? /\)\(\s*/ : /(?:test|it|describe)(?:\.\w+)*\(\s*/
  const found = new RegExp(call.source + literal.source).exec(source)
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').replaceAll(/\\(['"`])/g, '$1')
}

/** Returns the lines of a block. The files are formatted, so a block ends at the same indentation, except for a closing bracket. */
function blockAt(lines: readonly string[], start: number): string[] {
  const indent = indentOf(lines[start] ?? '')
  let end = start + 1
  while (end < lines.length) {
    const next = lines[end] ?? ''
    if (next.trim() !== '' && indentOf(next) <= indent && !closes(next)) break
    end++
  }
  return lines.slice(start, end)
}

interface Group {
  title: string
  end: number
  isSkipped: boolean
}

export function testsIn(text: string): TestFile {
  const lines = text.split('\n')
  const tests: WrittenTest[] = []
  const shared: string[] = []
  let groups: Group[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    groups = groups.filter(({ end }) => at < end)
    const begins = opening.exec(line)
    const gathers = begins ? null : group.exec(line)
    if (gathers) {
      const block = blockAt(lines, at)
      const isSkipped = isDisabled(gathers[1] ?? '')
      groups.push({ title: titleOf(block.join('\n')), end: at + block.length, isSkipped })
    }
    if (!begins) {
      shared.push(line)
      continue
    }
    const block = blockAt(lines, at)
    const source = block.join('\n')
    tests.push({
      title: [...groups.map(({ title }) => title), titleOf(source)].join(' > '),
      source,
      isSkipped:
        isDisabled(begins[1] ?? '') ||
        groups.some(({ isSkipped }) => isSkipped) ||
        /\btest\.(?:skip|fixme)\(/.test(source),
    })
    at += block.length - 1
  }
  return { tests, shared: shared.join('\n') }
}

const read = new Map<string, TestFile | null>()

/** Returns the file's tests, or null when the file is missing or not part of `npm test`. */
export function testFile(file: string): TestFile | null {
  const known = read.get(file)
  if (known !== undefined) return known
  const path = join(root, file)
  const found = isRun(file) && existsSync(path) ? testsIn(readFileSync(path, 'utf8')) : null
  read.set(file, found)
  return found
}
