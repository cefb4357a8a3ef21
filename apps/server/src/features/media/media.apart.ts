/** Exports rules without loading the service or the database, so that processes that read untrusted files can use the rules. */
export { extensionOf, mayComeInParts, nameFits, partedMaxBytes, purposeRules } from './media.rules.ts'
