/** The SQL of a feature may name its own tables, the read views and a short list of others (docs/decisions/sql.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, type Node } from '../languages/syntax.ts'
import { readMigratedSchema } from '../operator/migrated-schema.ts'

const root = join(import.meta.dirname, '../..')
const server = 'apps/server/src'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

const { tables: columnsOfTables, views } = readMigratedSchema()
const relations = new Set([...columnsOfTables.keys(), ...views])

/** Triggers or other packages write these tables. Every other table belongs to the feature whose store writes to it. */
const writtenElsewhere: Readonly<Record<string, string>> = {
  course_ratings: 'reviews',
  public_course_counts: 'catalogue',
  course_search: 'catalogue',
  course_words: 'catalogue',
  source_months: 'operations',
}

/** Maps a path to its feature: `features/sales/refunds/…` to `sales`. A path outside of the features maps to its folder. */
const partOf = (path: string): string =>
  /^apps\/server\/src\/(?:features\/)?([^/]+)/.exec(path)?.[1]?.replace(/\.ts$/, '') ?? path

const quasis = (template: Node): string =>
  (Array.isArray(template['quasis']) ? template['quasis'].filter(isNode) : [])
    .map((part) => (part['value'] as { raw: string }).raw)
    .join(' $ ')

/** Returns the texts of a source's SQL templates, without comments. */
function statementsIn(path: string): string[] {
  const { program } = parse({ path, code: read(path) })
  return [...nodesOf(program)].flatMap((node) => {
    const isSql = node.type === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'sql'
    return isSql && isNode(node['quasi']) ? [quasis(node['quasi']).replaceAll(/--.*$/gm, '')] : []
  })
}

const statementsByPart = Map.groupBy(
  filesBelow(server)
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing|\.d\.ts$/.test(path))
    .flatMap((path) => statementsIn(path).map((text) => ({ part: partOf(path), text }))),
  ({ part }) => part,
)

/** Returns each part with the relations that its SQL names. */
function relationsByPart(pattern: RegExp): [part: string, relations: Set<string>][] {
  return [...statementsByPart].map(([part, statements]) => {
    const names = statements.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''))
    return [part, new Set(names.filter((name) => relations.has(name)))]
  })
}

function ownersOfTables(): Map<string, string> {
  const owners = new Map(Object.entries(writtenElsewhere))
  for (const [part, tables] of relationsByPart(/\b(?:INTO|UPDATE|DELETE FROM)\s+(\w+)/g))
    for (const table of tables) owners.set(table, part)
  return owners
}

/** A relation follows a keyword or a comma, or begins a fragment. */
const named = /(?:^|\b(?:FROM|JOIN|INTO|UPDATE|USING|ONLY)\b|,(?=\s*\w+\s+(?!AS\b)\w))\s*(\w+)/gi

/** Returns each part with the tables of other parts that its SQL names. */
function foreignTables(): Record<string, string[]> {
  const owners = ownersOfTables()
  const foreign = relationsByPart(named).map(([part, names]) => {
    const others = [...names].filter((name) => !views.has(name) && owners.get(name) !== part)
    return [part, others.toSorted()] as const
  })
  return Object.fromEntries(foreign.filter(([, others]) => others.length > 0))
}

/**
 * This number must grow with each new entry, whose reason belongs in the commit. A column in a read view is preferable to an entry.
 */
const mostForeignTables = 90

test('SQL of a feature names its own tables, read views, and the listed tables of other features', () => {
  expect(views.size).toBeGreaterThan(5)
  const listed: unknown = JSON.parse(read('scripts/operator/foreign-tables.json'))
  expect(foreignTables()).toEqual(listed)
})

test('the list of tables that other features read does not grow', () => {
  expect(Object.values(foreignTables()).flat().length).toBeLessThanOrEqual(mostForeignTables)
})

test('no SQL outside the accounts names password hashes', () => {
  const outside = [...statementsByPart]
    .filter(([part]) => part !== 'accounts')
    .flatMap(([, statements]) => statements)
  expect(outside.filter(({ text }) => text.includes('password_hash'))).toEqual([])
})
