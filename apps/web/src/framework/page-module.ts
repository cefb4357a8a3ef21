import type { Language } from '@apogee/domain/languages.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Params, Route } from '#web/platform/router/match-routes.ts'
import type { Viewer } from '#web/platform/session.tsx'

/** What the server passes to a page before it renders it. */
export interface PageRequest {
  params: Params
  url: URL
  queries: QueryClient
  language: Language
}

/** What a page returns to the server beside its queries. */
export interface PageAnswer {
  status?: number
  /** Many people open this address: the server keeps its rendering while the data are the same. */
  isShared?: true
  /** Structured data for search engines; the server writes it into <head>. */
  jsonLd?: object[] | (() => Promise<object[]>)
}

/** What a page gets before a likely visit. */
interface PrefetchRequest {
  params: Params
  url: URL
  queries: QueryClient
  viewer: Exclude<Viewer, 'unknown'>
}

/**
 * A file of app/pages. `load` runs on the server only: it fills the query cache that `Component` then reads.
 * `export const load = import.meta.env.SSR ? loadOnServer : undefined` keeps it out of the browser's bundle.
 */
export interface PageModule {
  Component: ComponentType
  load?: ((request: PageRequest) => Promise<PageAnswer | void>) | undefined
  /** In the browser, before a likely visit: reads what `Component` reads first. */
  prefetch?: (ahead: PrefetchRequest) => Promise<unknown>
}

/** What is around a page. */
export interface Area {
  /** `app`: for signed-in people only, with the slim footer. */
  nav: 'public' | 'app'
  /**
   * Where signing in returns to, `true`: to this page, which mails link to; only for screens that need it
   * (docs/product-choices.md#routes-and-guards).
   */
  returnTo?: string | true
}

/** What the shell and the server know of a route without rendering it. */
export interface RouteHandle {
  area?: Area
  /** Source file of the page, to find its chunk. */
  source?: string
  /** Fetches the page's code. */
  load?: () => Promise<PageModule>
  /** The redirect target of this address, or null. */
  redirect?: (from: { params: Params; url: URL }) => string | null
}

/** A line of the route tables. */
export type PageRoute = Route<RouteHandle>
