/** The permissions of a package's documents, in their headers and in the frame around them (docs/decisions/scorm.md). */
export const packageSandbox = {
  /** Documents without an origin cannot use storage, workers, or each other's frames. */
  none: 'allow-scripts allow-forms',
  /** A launch with a host of its own shares its origin with nothing. */
  own: 'allow-scripts allow-forms allow-same-origin allow-modals allow-downloads allow-popups',
} as const
