import { useSearchAddress } from '#web/platform/search-address.ts'
import { changed } from './filters.ts'

/** The address says what is shown. What is pressed is a step to go back from; so is what is typed first, and further letters take its place. */
export function useFilterAddress() {
  const { search, change } = useSearchAddress()
  return {
    search,
    change: (changes: Record<string, string | null>, { replace = false } = {}) =>
      change((now) => changed(now, changes), { replace }),
  }
}
