import { useQueryClient, type MutationKey } from '@tanstack/react-query'

/**
 * Returns whether a mutation of this key (and with these variables, when given) is running anywhere on the page. The check happens
 * at the press itself, because React renders a busy button only after the second press of a double click.
 */
export function useIsMutating(): (mutationKey: MutationKey, variables?: number) => boolean {
  const queries = useQueryClient()
  return (mutationKey, variables) =>
    queries.isMutating({
      mutationKey,
      predicate: ({ state }) => variables === undefined || state.variables === variables,
    }) > 0
}
