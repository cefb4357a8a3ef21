import { useQueryClient, type MutationKey } from '@tanstack/react-query'

/**
 * Whether a mutation of this key (and with these variables, when given) is running anywhere on the page. Checked at the
 * press itself: React renders a busy button later, and the second press of a double click comes before that.
 */
export function useIsMutating(): (mutationKey: MutationKey, variables?: number) => boolean {
  const queries = useQueryClient()
  return (mutationKey, variables) =>
    queries.isMutating({
      mutationKey,
      predicate: ({ state }) => variables === undefined || state.variables === variables,
    }) > 0
}
