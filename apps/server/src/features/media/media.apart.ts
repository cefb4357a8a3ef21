/** These rules load neither the service nor the database, so that processes that read untrusted files use them, too. */
export { extensionOf, mayComeInParts, nameFits, partedMaxBytes, purposeRules } from './media.rules.ts'
