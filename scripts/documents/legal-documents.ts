/**
 * Stores the texts of the terms and the privacy policy by version in content/legal. Run the script after `legalDocuments` has a new
 * version. An accepted text must not change: revert the change, or give the text a new version.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@apogee/domain/languages.ts'
import { legalDocumentNames, legalDocuments } from '../../packages/contracts/src/accounts/legal-documents.ts'

const root = join(import.meta.dirname, '../..')
const hashesPath = join(root, 'content/legal/sha256.json')

interface LegalText {
  /** Holds the name of the file in content/legal. */
  name: string
  keptPath: string
  /** Holds the path of the page's text. Null means that the version is not the newest one. */
  pagePath: string | null
}

/** Lists each version of each document in each language. */
export const legalTexts: readonly LegalText[] = legalDocumentNames.flatMap((document) =>
  legalDocuments[document].flatMap((version, place) =>
    languages.map((language) => {
      const name = `${document}.${version}.${language}.md`
      const pagePath =
        place === 0 ? join(root, `apps/web/src/features/articles/texts/${document}.${language}.md`) : null
      return { name, keptPath: join(root, 'content/legal', name), pagePath }
    }),
  ),
)

export const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

export const keptHashes = (): Record<string, string> =>
  JSON.parse(readFileSync(hashesPath, 'utf8')) as Record<string, string>

if (import.meta.main) {
  for (const { keptPath, pagePath } of legalTexts) if (pagePath) copyFileSync(pagePath, keptPath)
  const hashes = Object.fromEntries(legalTexts.map(({ name, keptPath }) => [name, hashOf(keptPath)]))
  writeFileSync(hashesPath, `${JSON.stringify(hashes, null, 2)}\n`)
}
