import type { Query } from '@tanstack/react-query'

/** Not what an author edits: it is never read again while it is open. */
export const isTextToRead = ({ queryKey: [kind, , viewer] }: Query): boolean =>
  kind === 'lesson-text' && viewer !== 'edit'
