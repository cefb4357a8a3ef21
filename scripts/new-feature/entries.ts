/** Enters a new feature into the files that list features, calls and pages. */
import type { Names } from './names.ts'

export interface Entry {
  path: string
  enter: (text: string) => string
}

/**
 * Inserts a line after a place in a file. @throws when the file does not have the place, because it has changed since this code was
 * written.
 */
function insert(text: string, place: RegExp, line: string): string {
  const found = place.exec(text)
  if (!found) throw new Error(`${place} is not found`)
  const at = found.index + found[0].length
  return text.slice(0, at) + line + text.slice(at)
}

const lastImport = /[^]*\nimport [^\n]+ from '\.\/[\w-]+\/[\w-]+\.ts'\n/
const lastImportOfFeature = /[^]*\nimport [^\n]+ from '#server\/features\/[\w-]+\/feature\.ts'\n/

export const entriesOf = ({ kebab, names, words, Words }: Names, migration: string): Entry[] => [
  {
    path: 'apps/server/src/app/features.ts',
    enter: (text) =>
      insert(
        insert(
          text,
          lastImportOfFeature,
          `import { ${names} } from '#server/features/${kebab}/feature.ts'\n`,
        ),
        /[^]*\n {4}\.add\(\w+\)/,
        `\n    .add(${names})`,
      ),
  },
  {
    path: 'packages/contracts/src/endpoints.ts',
    enter: (text) =>
      insert(
        insert(text, lastImport, `import { ${names}Endpoints } from './${kebab}/${kebab}.ts'\n`),
        /[^]*\n {2}\.\.\.\w+,/,
        `\n  ...${names}Endpoints,`,
      ),
  },
  {
    path: 'apps/server/src/platform/database/schema/release.ts',
    enter: (text) => text.replace(/(?<=release = )\d+/, String(Number(migration))),
  },
  {
    path: 'apps/web/src/app/routes.tsx',
    enter: (text) =>
      insert(
        text,
        /Component: SignedInOnly,\s+children: \[/,
        `ownScreen('${kebab}', '${kebab}', () => import('./pages/${kebab}.tsx')),`,
      ),
  },
  {
    path: 'e2e/support/screens.ts',
    enter: (text) =>
      insert(
        text,
        /\{ name: 'my learning',[^\n]+\n/,
        `{ name: 'the ${words}', viewer: 'student', path: '/${kebab}', heading: '${Words}' },\n`,
      ),
  },
]

/** `npm run contracts:routes` writes these files, so the new feature's entries come from there. */
export const generated = ['packages/contracts/src/routes.further.ts']
