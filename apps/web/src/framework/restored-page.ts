/**
 * Checks the session and refetches older data of a document that Back or Forward restored without a request. If the token has
 * changed meanwhile, the document's first script reloads the page instead.
 */
import type { QueryClient } from '@tanstack/react-query'

export interface RestoredPage {
  queries: QueryClient
  checkSession: () => Promise<void>
}

/** Returns the function that stops the refresh. */
export function refreshRestoredPage({ queries, checkSession }: RestoredPage): () => void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    void checkSession()
    void queries.refetchQueries({ type: 'active', stale: true })
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
