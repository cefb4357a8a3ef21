/**
 * Defines the interface between the server and the web client's server entry (apps/web/src/app/entry-server.tsx), which is loaded
 * by path.
 */
import type { Language, TranslatedLanguage } from '@apogee/domain/languages.ts'
export interface TransportRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}
export interface TransportAnswer {
  status: number
  body: unknown
}

export interface PagePreferences {
  language: Language
  theme: 'auto' | 'space' | 'daylight'
  /** The browser prefers this language, and the visitor has not chosen one. It is null if there is nothing to offer. */
  offered: TranslatedLanguage | null
}

export interface RenderRequest {
  /** The URL is absolute and begins with the site's public origin. */
  url: string
  preferences: PagePreferences
  transport: (request: TransportRequest) => Promise<TransportAnswer>
}

/** The page's data are loaded, but the page is not rendered yet. */
export interface PreparedPage {
  /** This is everything that the page shows, as JSON. Two pages of one build with equal content are rendered equally. */
  content: string
  /** The page may be shared among visitors, because its address contains no secret and no typed text. */
  isShared: boolean
  /** `render` must be called only once. */
  render: () => Promise<RenderedPage>
}

export interface RenderedPage {
  status: number
  /** This is the markup of #root, after the elements of the head that React puts in front of it. */
  html: string
  /** The browser hydrates the page with this data, as JSON. */
  boot: string
  jsonLd: object[]
  theme: 'space' | 'daylight'
  /** These are the source files of the pages that match the address. */
  sources: string[]
}

/** Describes a page for search engines. The path is the English one. The day of the last change is absent if it is unknown. */
export interface PublicAddress {
  path: string
  changed?: string
}

export interface BlogFeed {
  title: string
  articles: { path: string; title: string; summary: string; published: string }[]
}

/** These texts tell the visitor what happens to presses before the scripts have loaded. */
export interface EarlyEventsTexts {
  waiting: string
  lost: string
  untyped: string
  failed: string
}

export interface Renderer {
  /** This script records presses and input until the client's code has loaded. */
  earlyEventsScript: string
  earlyEventsTexts: (language: Language) => EarlyEventsTexts
  blogFeed: (language: Language) => BlogFeed
  /** Returns where an address without a page redirects, or null if it does not redirect. */
  redirectOf: (url: string) => Promise<string | null>
  /** Pages read these query parameters. No other parameter changes the rendered page. */
  pageParameters: readonly string[]
  prepare: (request: RenderRequest) => Promise<PreparedPage>
  publicAddresses: readonly PublicAddress[]
  /** Returns a course's generated cover as an SVG document of 640 × 360. */
  coverSvg: (course: { id: number; title: string; category?: string | null }) => string
}
