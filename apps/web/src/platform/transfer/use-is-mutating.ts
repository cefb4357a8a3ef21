import { useQueryClient, type MutationKey } from '@tanstack/react-query'

/**
 * Returns a function that tells whether a mutation of this key (and with these variables, when given) is running anywhere on the
 * page. It must be called in the event handler of a press, because React renders a busy button only after the second press of a
 * double click.
 */
export function useIsMutating(): (mutationKey: MutationKey, variables?: number) => boolean {
  const queries = useQueryClient()
  return (mutationKey, variables) =>
    queries.isMutating({
      mutationKey,
      predicate: ({ state }) => variables === undefined || state.variables === variables,
    }) > 0
}
