import { useSearchAddress } from '#web/platform/lists/search-address.ts'
import { changed } from './filters.ts'

/** Stores the filters in the address. Each press and the first typed letter add a history entry; further letters replace it. */
export function useFilterAddress() {
  const { search, change } = useSearchAddress()
  return {
    search,
    change: (changes: Record<string, string | null>, { replace = false } = {}) =>
      change((now) => changed(now, changes), { replace }),
  }
}
