/**
 * Finds every regular expression of the server, the contract and the domain, and decides whether its time may grow faster than its
 * input.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { isNode, nameOf, nodesOf, parse } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
/** This file lists the expressions that recheck considers safe, one per line. */
export const safeFile = join(import.meta.dirname, 'safe.txt')
/** One check may take this long. The limit is generous, because each expression is checked only once, perhaps on a busy machine. */
const budgetMs = 120_000

export interface Expression {
  /** Holds the expression as the source code writes it. */
  written: string
  source: string
  flags: string
  paths: string[]
}

export interface Found {
  expressions: Expression[]
  /** These files build an expression from text. */
  made: string[]
}

const files = (): string[] =>
  execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      'apps/server/src',
      'packages/contracts/src',
      'packages/domain/src',
    ],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing|\/app\/wall\/|\/cases\./.test(path))

export function findExpressions(): Found {
  const expressions = new Map<string, Expression>()
  const made = new Set<string>()
  for (const path of files()) {
    const code = readFileSync(join(root, path), 'utf8')
    for (const node of nodesOf(parse({ path, code }).program)) {
      const regex = node['regex'] as { pattern: string; flags: string } | null | undefined
      if (node.type === 'Literal' && regex) {
        const { pattern: source, flags } = regex
        const written = `/${source}/${flags}`
        const known = expressions.get(written) ?? { written, source, flags, paths: [] }
        if (!known.paths.includes(path)) known.paths.push(path)
        expressions.set(written, known)
      }
      if (
        /^(?:New|Call)Expression$/.test(node.type) &&
        isNode(node['callee']) &&
        nameOf(node['callee']) === 'RegExp'
      )
        made.add(path)
    }
  }
  return { expressions: [...expressions.values()].filter(mayGrow), made: [...made].toSorted() }
}

/** A counted repetition below this limit counts as constant time. */
const small = 100

/**
 * Returns false when the form shows that the time is linear: nothing repeats, one single-character part repeats a few times, or the
 * repetition is anchored at the beginning of the text.
 */
function mayGrow({ source, flags }: Expression): boolean {
  const plain = source.replaceAll(/\\./gs, 'a').replaceAll(/\[[^\]]*\]/g, 'c')
  const repeats = [...plain.matchAll(/\*|\+|\{\d+,(\d*)\}/g)]
  if (repeats.length === 0) return false
  if (repeats.length > 1 || /\)(?:[*+]|\{\d+[,}])/.test(plain)) return true
  const most = repeats[0]?.[1] ? Number(repeats[0][1]) : Infinity
  const isFromTheBeginning = plain.startsWith('^') && !plain.includes('|') && !flags.includes('m')
  return most > small && !isFromTheBeginning
}

export const readSafe = (): string[] => readFileSync(safeFile, 'utf8').split('\n').filter(Boolean)

/** Returns a verdict such as '2nd degree polynomial', and null for a safe expression. */
export function verdictOn({ source, flags }: Expression): string | null {
  const usual = process.env['RECHECK_SYNC_BACKEND']
  // The JavaScript backend of recheck gives the same results on every machine.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure'
  try {
    const result = checkSync(source, flags, { timeout: budgetMs })
    if (result.status === 'safe') return null
    return result.status === 'vulnerable' ? result.complexity.summary : `not decided: ${result.error.kind}`
  } finally {
    if (usual === undefined) delete process.env['RECHECK_SYNC_BACKEND']
    else process.env['RECHECK_SYNC_BACKEND'] = usual
  }
}
