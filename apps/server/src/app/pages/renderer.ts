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
  /** The browser prefers this language, and the visitor has not chosen one. */
  offered: TranslatedLanguage | null
}

export interface RenderRequest {
  /** The URL is absolute, on the site's public origin. */
  url: string
  preferences: PagePreferences
  transport: (request: TransportRequest) => Promise<TransportAnswer>
}

/** The page's data are loaded, but the page is not rendered yet. */
export interface PreparedPage {
  /**
   * The content contains everything that the page shows, as JSON. Two pages of one build with equal content are rendered equally.
   */
  content: string
  /** True means that other visitors may request the page, because its address contains no secret and no typed text. */
  isShared: boolean
  /** `render` must be called only once. */
  render: () => Promise<RenderedPage>
}

export interface RenderedPage {
  status: number
  /** The value is the markup of #root, with the head elements that React put in front of it. */
  html: string
  /** The value is the data that the browser hydrates with, as JSON. */
  boot: string
  jsonLd: object[]
  theme: 'space' | 'daylight'
  /** The list contains the source files of the matched pages. */
  sources: string[]
}

/** The page is for search engines. The path is the English one; the day of the last change is absent where unknown. */
export interface PublicAddress {
  path: string
  changed?: string
}

export interface BlogFeed {
  title: string
  articles: { path: string; title: string; summary: string; published: string }[]
}

/** The texts report the state of presses before the scripts have loaded. */
export interface EarlyEventsTexts {
  waiting: string
  lost: string
  untyped: string
  failed: string
}

export interface Renderer {
  /** The script records presses and input until the client's code has loaded. */
  earlyEventsScript: string
  earlyEventsTexts: (language: Language) => EarlyEventsTexts
  blogFeed: (language: Language) => BlogFeed
  /** Returns the redirect target of an address without a page. */
  redirectOf: (url: string) => Promise<string | null>
  /** Pages read these query parameters. No other parameter changes the rendered page. */
  pageParameters: readonly string[]
  prepare: (request: RenderRequest) => Promise<PreparedPage>
  publicAddresses: readonly PublicAddress[]
  /** Returns a course's generated cover as an SVG document of 640 × 360. */
  coverSvg: (course: { id: number; title: string; category?: string | null }) => string
}
