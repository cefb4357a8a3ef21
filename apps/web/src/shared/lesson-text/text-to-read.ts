import type { Query } from '@tanstack/react-query'

/** Excludes an author's text, because it is never refetched while it is open. */
export const isTextToRead = ({ queryKey: [kind, , viewer] }: Query): boolean =>
  kind === 'lesson-text' && viewer !== 'edit'
