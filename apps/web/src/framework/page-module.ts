import type { Language } from '@apogee/domain/languages.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Params, Route } from '#web/platform/router/match-routes.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface PageRequest {
  params: Params
  url: URL
  queries: QueryClient
  language: Language
}

/** Describes what a page's `load` returns to the server in addition to its queries. */
export interface PageAnswer {
  status?: number
  /** True means that many people open this URL, so the server caches its rendering while the data are unchanged. */
  isShared?: true
  /** The server writes this structured data for search engines into <head>. */
  jsonLd?: object[] | (() => Promise<object[]>)
}

/** Describes a likely visit for a page's `prefetch`. */
interface PrefetchRequest {
  params: Params
  url: URL
  queries: QueryClient
  viewer: Exclude<Viewer, 'unknown'>
}

/**
 * Describes a file of app/pages. `load` runs only on the server and fills the query cache that `Component` reads.
 * `export const load = import.meta.env.SSR ? loadOnServer : undefined` excludes it from the browser's bundle.
 */
export interface PageModule {
  Component: ComponentType
  load?: ((request: PageRequest) => Promise<PageAnswer | void>) | undefined
  /** Reads the first data of `Component` in the browser before a likely visit. */
  prefetch?: (ahead: PrefetchRequest) => Promise<unknown>
}

/** Describes the frame around a page. */
export interface Area {
  /** `app` is for signed-in people only and has the slim footer. */
  nav: 'public' | 'app'
  /**
   * Signing in returns to this path; `true` means this page, which mails link to. Only screens that need it set it
   * (docs/product-choices.md#routes-and-guards).
   */
  returnTo?: string | true
  /** Signing in returns to this page, although the address of the sign-in page does not name it. */
  isRemembered?: true
  /** On phones the page has a bar of its own in the place of the top bar. */
  hasOwnBar?: true
}

/** Describes a route for the shell and the server, without rendering it. */
export interface RouteHandle {
  area?: Area
  /**
   * Pages for people who teach or sell have a rail and no footer: `studio` with the seller's bar, `specified` with the bottom bar that
   * the specification defines for the page.
   */
  frame?: 'studio' | 'specified'
  /** `source` is the page's source file, which identifies its chunk. */
  source?: string
  load?: () => Promise<PageModule>
  /** Returns the redirect target of this URL, or null. */
  redirect?: (from: { params: Params; url: URL }) => string | null
}

export type PageRoute = Route<RouteHandle>
