import { useLocation, useSearchParams } from '../router/router.tsx'
import { safeRedirect } from './safe-redirect.ts'

/**
 * Returns the address to open after signing in. It is in the query, or in the state of the history entry where the specification
 * fixes the address of the sign-in page. No link can set the state of an entry.
 */
export function useReturnAddress(fallback?: string): string {
  const [search] = useSearchParams()
  const { state } = useLocation()
  return safeRedirect(search.get('redirect') ?? (typeof state === 'string' ? state : null), fallback)
}
