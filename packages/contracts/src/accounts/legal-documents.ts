/**
 * Lists the versions of each document, the newest first. People accept them with an account. A version is the day from which it
 * applies, and a new text requires a new version (docs/decisions/personal-data.md).
 */
export const legalDocuments = {
  terms: ['2026-11-23'],
  privacy: ['2026-11-30', '2026-11-27', '2026-11-26'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

export type LegalDocument = keyof typeof legalDocuments

export const legalDocumentNames = Object.keys(legalDocuments) as LegalDocument[]

export interface DocumentVersion {
  document: LegalDocument
  version: string
}

export const newestDocuments: readonly DocumentVersion[] = legalDocumentNames.map((document) => ({
  document,
  version: legalDocuments[document][0],
}))

export const isDocumentVersion = ({ document, version }: DocumentVersion): boolean =>
  (legalDocuments[document] as readonly string[]).includes(version)
