/**
 * A package may use these, which fail where its launches have no hosts of their own (docs/decisions/scorm.md): storage and cookies of the
 * browser, workers, frames that reach each other, messages and questions and printing, new windows, downloads, and drawings that are
 * read back.
 */
export const packageNeeds = [
  'storage',
  'workers',
  'frames',
  'dialogs',
  'windows',
  'downloads',
  'drawings',
] as const
export type PackageNeed = (typeof packageNeeds)[number]
