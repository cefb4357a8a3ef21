/**
 * Lists the sandbox permissions of a package's documents. Both the documents' headers and the frame around them have these
 * permissions (docs/decisions/scorm.md).
 */
export const packageSandbox = {
  /** A document with `none` has no origin, so it can use no storage, no workers and no other frame. */
  none: 'allow-scripts allow-forms',
  /** A launch with a host of its own has an origin that it shares with nothing else. */
  own: 'allow-scripts allow-forms allow-same-origin allow-modals allow-downloads allow-popups',
} as const
