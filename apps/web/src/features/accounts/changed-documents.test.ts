import { legalDocumentNames, legalDocuments } from '@apogee/contracts/accounts/legal-documents.ts'
import { expect, test } from 'vitest'
import { changedDocumentMessages } from './messages/changed-documents.en.ts'
import { changedDocuments } from './messages/changed-documents.ms.ts'

const versions = legalDocumentNames.flatMap((document) =>
  legalDocuments[document].map((version) => `${document} ${version}`),
)

test('each version says in each language what changed, short enough for the room of the notice', () => {
  for (const texts of [changedDocumentMessages.texts, changedDocuments]) {
    const changes = Object.entries(texts).filter(([key]) => /\d/.test(key))
    expect(changes.map(([key]) => key).toSorted()).toEqual(versions.toSorted())
    const lengths = changes.map(([, change]) => change.length)
    expect(Math.min(...lengths)).toBeGreaterThan(20)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60)
  }
})
