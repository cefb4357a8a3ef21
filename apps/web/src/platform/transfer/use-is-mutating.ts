import { useQueryClient, type MutationKey } from '@tanstack/react-query'

/**
 * Returns a function that tells whether a mutation of this key (and with matching variables, when given) is running anywhere on the
 * page. It must be called in the event handler of a press, because React renders a busy button only after the second press of a
 * double click.
 */
export function useIsMutating(): (
  mutationKey: MutationKey,
  matches?: (variables: unknown) => boolean,
) => boolean {
  const queries = useQueryClient()
  return (mutationKey, matches = () => true) =>
    queries.isMutating({ mutationKey, predicate: ({ state }) => matches(state.variables) }) > 0
}
