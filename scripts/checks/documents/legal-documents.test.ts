/** The published terms and privacy policy match their newest version (docs/decisions/personal-data.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import {
  legalDocumentNames,
  legalDocuments,
} from '../../../packages/contracts/src/accounts/legal-documents.ts'
import { hashOf, keptHashes, legalTexts } from '../../documents/legal-documents.ts'

test('a text that changes needs a new version in legal-documents.ts', () => {
  const hashes = keptHashes()
  const changed = legalTexts.filter(({ name, pagePath }) => pagePath && hashOf(pagePath) !== hashes[name])
  expect(changed.map(({ name }) => name)).toEqual([])
})

test('the text of each version is kept in each language, with its hash and nothing else beside it', () => {
  const hashes = keptHashes()
  for (const { name, keptPath } of legalTexts) expect([name, hashOf(keptPath)]).toEqual([name, hashes[name]])
  const names = legalTexts.map(({ name }) => name).toSorted()
  expect(Object.keys(hashes).toSorted()).toEqual(names)
  const folder = dirname(legalTexts[0]?.keptPath ?? '')
  expect(readdirSync(folder).toSorted()).toEqual([...names, 'README.md', 'sha256.json'].toSorted())
})

test('versions are days, newest first, and the languages of a version differ', () => {
  for (const document of legalDocumentNames) {
    const versions: readonly string[] = legalDocuments[document]
    expect(versions.map((version) => new Date(version).toISOString().slice(0, 10))).toEqual(versions)
    expect([...versions].toSorted().toReversed()).toEqual([...new Set(versions)])
  }
  expect(new Set(Object.values(keptHashes())).size).toBe(legalTexts.length)
})

test('the privacy policy names the day from which its newest version applies', () => {
  const [version] = legalDocuments.privacy
  const day = new Date(`${version}T00:00:00Z`)
  for (const { name, keptPath } of legalTexts.filter(({ name }) => name.startsWith(`privacy.${version}`))) {
    const inWords = day.toLocaleDateString(name.includes('.en.') ? 'en-GB' : 'ms-MY', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(readFileSync(keptPath, 'utf8')).toContain(inWords)
  }
})
