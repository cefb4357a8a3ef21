import type { Query } from '@tanstack/react-query'

/**
 * Returns whether a query reads a text for learners. A text in its author's editor is excluded, because it is never refetched while
 * it is open.
 */
export const isTextToRead = ({ queryKey: [kind, , viewer] }: Query): boolean =>
  kind === 'lesson-text' && viewer !== 'edit'
