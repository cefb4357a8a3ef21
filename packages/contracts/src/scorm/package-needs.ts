/**
 * Lists the functions of browsers that work in a package only if each launch has a host of its own (docs/decisions/scorm.md):
 * storage and cookies, workers, frames that reach each other, dialogs and printing, new windows, downloads, and canvases that are
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
