import { useQueryClient, type MutationKey } from '@tanstack/react-query'

/**
 * Whether a mutation of this key (and with these variables, when given) is under way anywhere on the page. Asked at the
 * press itself: React draws a busy button only a moment later, and the second press of a double click comes before that.
 */
export function useIsMutating(): (mutationKey: MutationKey, variables?: number) => boolean {
  const queries = useQueryClient()
  return (mutationKey, variables) =>
    queries.isMutating({
      mutationKey,
      predicate: ({ state }) => variables === undefined || state.variables === variables,
    }) > 0
}
