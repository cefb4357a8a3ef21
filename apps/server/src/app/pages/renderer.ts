/**
 * The interface between the server and the web client's server entry (apps/web/src/app/entry-server.tsx), which is
 * loaded by path.
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
  /** A language that the browser prefers, while nobody has chosen one. */
  offered: TranslatedLanguage | null
}

export interface RenderRequest {
  /** Absolute, on the site's public origin. */
  url: string
  preferences: PagePreferences
  transport: (request: TransportRequest) => Promise<TransportAnswer>
}

/** A page whose data are loaded and that is not rendered yet. */
export interface PreparedPage {
  /** Everything that the page shows, as JSON: two pages of one build with equal content are rendered equally. */
  content: string
  /** Whether others will ask for it: no secret and nothing typed is in the address. */
  isShared: boolean
  /** To be called once. */
  render: () => Promise<RenderedPage>
}

export interface RenderedPage {
  status: number
  /** Markup of #root, with the head elements that React put in front of it. */
  html: string
  /** The data that the browser hydrates with, as JSON. */
  boot: string
  jsonLd: object[]
  theme: 'space' | 'daylight'
  /** Source files of the matched pages. */
  sources: string[]
}

/** A page for search engines: its path in English, and the day it last changed where that is known. */
export interface PublicAddress {
  path: string
  changed?: string
}

/** The blog's feed in one language. */
export interface BlogFeed {
  title: string
  articles: { path: string; title: string; summary: string; published: string }[]
}

/** Status texts for presses before the scripts have loaded. */
export interface EarlyEventsTexts {
  waiting: string
  lost: string
  untyped: string
  failed: string
}

export interface Renderer {
  /** Records presses and input until the client's code has loaded. */
  earlyEventsScript: string
  earlyEventsTexts: (language: Language) => EarlyEventsTexts
  blogFeed: (language: Language) => BlogFeed
  /** The redirect target of an address without a page. */
  redirectOf: (url: string) => Promise<string | null>
  /** The query parameters that pages read; no other parameter changes the rendered page. */
  pageParameters: readonly string[]
  prepare: (request: RenderRequest) => Promise<PreparedPage>
  publicAddresses: readonly PublicAddress[]
  /** A course's generated cover as an SVG document of 640 × 360. */
  coverSvg: (course: { id: number; title: string; category?: string | null }) => string
}
