import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'
import type { Language } from '#web/platform/preferences.tsx'
import type { PageAnswer } from './page-module.ts'

export interface ServerContext {
  queries: QueryClient
  language: Language
  /** What the matched page answered. */
  answer: PageAnswer
}

/** Set by the server entry for each request; the browser has no loaders that read it. */
export const serverContext = createContext<ServerContext>()
