import { useSearchAddress, withParameter } from './search-address.ts'

/**
 * Holds one of several choices of a page in its address, so that Back, a reload and a copied link show the same. Each choice adds an
 * entry to the history. The usual choice stands in no address.
 */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  usual: Choice,
): [chosen: Choice, choose: (next: Choice) => void] {
  const { search, change } = useSearchAddress()
  const asked = search.get(name)
  return [
    choices.find((choice) => choice === asked) ?? usual,
    (next) => change(withParameter(name, next === usual ? '' : next)),
  ]
}
