/** No function is longer than 80 lines without blank lines and comments. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const mostLines = 80

/**
 * Each key is `file function`, and each value is the reason for the function's length. The list may only become shorter: an entry
 * that is no longer needed fails.
 */
const exceptions: Record<string, string> = {}

interface Report {
  diagnostics: { code: string; filename: string; message: string }[]
}

/**
 * Returns the keys `file function` of long functions, including helpers of tests. The callbacks of `describe` and `test` have no
 * name and are skipped.
 */
function longFunctions(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-long-functions-'))
  const config = join(folder, 'oxlint.json')
  const rule = ['error', { max: mostLines, skipBlankLines: true, skipComments: true }]
  writeFileSync(
    config,
    JSON.stringify({
      categories: { correctness: 'off' },
      rules: { 'max-lines-per-function': rule },
      ignorePatterns: ['**/dist/**', 'data/**', 'coverage/**'],
    }),
  )
  try {
    const { diagnostics } = JSON.parse(oxlint(config)) as Report
    return diagnostics
      .filter(({ code }) => code.includes('max-lines-per-function'))
      .map(({ filename, message }) => ({ filename, name: /`(.+?)`/.exec(message)?.[1] ?? null }))
      .filter(({ filename, name }) => name !== null || !/\.(?:test|spec)\.tsx?$/.test(filename))
      .map(({ filename, name }) => `${filename} ${name ?? 'without a name'}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function oxlint(config: string): string {
  const program = join(root, 'node_modules/.bin/oxlint')
  const args = ['-c', config, '--disable-nested-config', '--format', 'json', '.']
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 })
  } catch (error) {
    // The linter exits with 1 when it has found a problem.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout
    throw error
  }
}

const found = longFunctions()

test('no function is over 80 lines, except those with a reason', () => {
  expect(found.filter((one) => !(one in exceptions))).toEqual([])
})

test('every exception is still over 80 lines', () => {
  expect(Object.keys(exceptions).filter((one) => !found.includes(one))).toEqual([])
})
