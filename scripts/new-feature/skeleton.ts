/** Fills the templates of a feature's files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Names } from './names.ts'

const templates = join(import.meta.dirname, 'templates')
const server = 'apps/server/src/features/{{kebab}}'
const contract = 'packages/contracts/src/{{kebab}}'
const web = 'apps/web/src/features/{{kebab}}'

/** Maps each template to the path of its file. The last two lines are outside of the feature's folders. */
const paths: Readonly<Record<string, string>> = {
  contract: `${contract}/{{kebab}}.ts`,
  'contract.forms': `${contract}/{{kebab}}.forms.ts`,
  feature: `${server}/feature.ts`,
  tables: `${server}/{{kebab}}.tables.ts`,
  routes: `${server}/{{kebab}}.routes.ts`,
  service: `${server}/{{kebab}}.service.ts`,
  store: `${server}/{{kebab}}.store.ts`,
  cells: `${server}/{{kebab}}.cells.txt`,
  wall: `${server}/{{kebab}}.wall.testing.ts`,
  'server-test': `${server}/{{kebab}}.test.ts`,
  'web-api': `${web}/api/{{kebab}}.ts`,
  'messages-en': `${web}/messages/{{kebab}}.en.ts`,
  'messages-ms': `${web}/messages/{{kebab}}.ms.ts`,
  'web-list': `${web}/components/{{kebab}}.tsx`,
  'web-test': `${web}/{{kebab}}.test.tsx`,
  page: 'apps/web/src/app/pages/{{kebab}}.tsx',
  migration: 'apps/server/migrations/{{migration}}_{{table}}.sql',
}

/** Returns the folders that belong to the new feature alone. */
export const foldersOf = (names: Names): string[] => [server, contract, web].map((path) => fill(path, names))

function fill(text: string, words: Names & { migration?: string }): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const word = (words as unknown as Record<string, string | undefined>)[key]
    if (word === undefined) throw new Error(`the template names the unknown word ${key}`)
    return word
  })
}

const read = (template: string): string => readFileSync(join(templates, `${template}.txt`), 'utf8')

export function skeletonOf(names: Names, migration: string): { path: string; text: string }[] {
  return Object.entries(paths).map(([template, path]) => ({
    path: fill(path, { ...names, migration }),
    text: fill(read(template), names),
  }))
}

/** Returns the names that the code of the templates uses. A feature of the same name would hide one of them. */
export function wordsOfSkeleton(): Set<string> {
  const texts = readdirSync(templates).map((name) => readFileSync(join(templates, name), 'utf8'))
  return new Set(
    texts.flatMap(
      (text) => text.replaceAll(/\{\{\w+\}\}\w*|\/\*\*.*\*\/|'[^']*'/g, ' ').match(/[a-z]\w*/g) ?? [],
    ),
  )
}
