/**
 * Reads the table beside the specification from the Markdown files of this folder, in the specification's own order:
 *
 * ## the specification's heading > one statement, word for word
 * - `path/of/the.test.ts` title of a test that asserts it ~ the decision by which the product differs intentionally
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Statement } from './specification.ts'

export interface Proof {
  file: string
  test: string
}

export interface Row extends Statement {
  proofs: Proof[]
  /** Says why the product differs, when a decision makes it differ. */
  note: string
}

export function rowsIn(markdown: string): Row[] {
  const rows: Row[] = []
  let heading = ''
  for (const line of markdown.split('\n')) {
    const row = rows.at(-1)
    const [mark, rest] = [line.slice(0, 2), line.slice(2)]
    if (line.startsWith('## ')) heading = line.slice(3)
    else if (mark === '> ') rows.push({ heading, sentence: rest, proofs: [], note: '' })
    else if (mark === '~ ' && row) row.note += rest
    else if (mark === '- ' && row) {
      const [, file, test] = /^`([^`]+)` (.+)$/.exec(rest) ?? []
      if (file === undefined || test === undefined) throw new Error(`Not a proof: ${line}`)
      row.proofs.push({ file, test })
    } else if (line.trim() !== '' && !line.startsWith('# '))
      throw new Error(`Not a line of the table: ${line}`)
  }
  return rows
}

export const readCoverageTable = (): Row[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) => rowsIn(readFileSync(join(import.meta.dirname, file), 'utf8')))
