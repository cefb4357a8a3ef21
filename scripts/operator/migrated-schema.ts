/** Reads the names of the product's tables and views, and of the tables' columns, from the migrations. It needs no database. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../apps/server/migrations')

/** Returns the columns of each table by its name, and the names of the views. */
export function readMigratedSchema(): { tables: Map<string, Set<string>>; views: Set<string> } {
  const tables = new Map<string, Set<string>>()
  const views = new Set<string>()
  for (const file of readdirSync(folder).sort()) {
    const statements = readFileSync(join(folder, file), 'utf8')
      .replaceAll(/^\s*--.*\n/gm, '')
      .split(/;\n/)
    for (const statement of statements.map((text) => text.trim())) apply(statement, tables, views)
  }
  return { tables, views }
}

function apply(statement: string, tables: Map<string, Set<string>>, views: Set<string>): void {
  const [, created = '', body = ''] = /^CREATE TABLE (\w+) \(\n([\s\S]*)\)$/.exec(statement) ?? []
  if (created) tables.set(created, new Set(firstWords(body, /^ {2}([a-z]\w*) /gm)))
  const [, altered = ''] = /^ALTER TABLE (\w+)/.exec(statement) ?? []
  for (const column of firstWords(statement, /\bADD COLUMN (\w+)/g)) tables.get(altered)?.add(column)
  for (const column of firstWords(statement, /\bDROP COLUMN (\w+)/g)) tables.get(altered)?.delete(column)
  for (const view of firstWords(statement, /^CREATE (?:OR REPLACE )?VIEW (\w+)/g)) views.add(view)
  const [, kind, dropped = ''] = /^DROP (TABLE|VIEW) ([\w, ]+)$/.exec(statement) ?? []
  for (const name of dropped.split(', ')) (kind === 'TABLE' ? tables : views).delete(name)
}

const firstWords = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, word]) => word ?? '')
