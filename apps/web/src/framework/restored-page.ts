/**
 * Back and Forward restore a document as it was left, without a request. Its session and its older data are
 * checked behind it. If the token has changed meanwhile, the document's first script loads the page again instead.
 */
import type { QueryClient } from '@tanstack/react-query'

export interface RestoredPage {
  queries: QueryClient
  checkSession: () => Promise<void>
}

/** Returns the function that stops it. */
export function refreshRestoredPage({ queries, checkSession }: RestoredPage): () => void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    void checkSession()
    void queries.refetchQueries({ type: 'active', stale: true })
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
