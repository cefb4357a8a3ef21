/** Builds the HTML document around a rendered page, and its headers. */
import { transportSecurity } from '#server/policy/origin.ts'
import { defaultLanguage, languages, translatedLanguages, type Language } from '@apogee/domain/languages.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  encodingFor,
  matchesEtag,
  type PrecompressedResponse,
} from '#server/platform/resources/precompressed-response.ts'
import { isTracing } from '#server/platform/tracing.ts'
import { serverTexts } from '#server/texts/index.ts'
import { reportDirectives, reportingEndpoints } from './files/csp-reports.ts'
import type { PageAssets } from './asset-manifest.ts'
import type { DocumentStyles, PageStyles } from './page-styles.ts'
import type { EarlyEventsTexts, PagePreferences, RenderedPage } from './renderer.ts'
import { groundColours, manifestAddress } from './files/web-manifest.ts'

/**
 * This script runs before the first paint, because only the browser knows the device's setting that the theme Auto follows, and
 * because a cached document may be older than the visitor's choice (docs/decisions/interface.md).
 */
export const themeScript = `{const c=document.cookie.split("; "),l=c.includes("theme=daylight")||c.includes("theme=auto")&&matchMedia("(prefers-color-scheme:light)").matches;document.documentElement.dataset.theme=l?"daylight":"space"}`

/**
 * This script runs before the bundle. It looks up the owner of the stored token, hides content that is for signed-out visitors, and
 * hides `/` meanwhile, because signed-in users are redirected to their dashboard. An invalid token, a missing answer or four
 * seconds show the page again. If Back or Forward restores a page and the token has changed, the page is hidden and reloaded,
 * because it may show data of a person who has signed out. After a re-authentication of the same person the page stays with its
 * input.
 */
export const firstScript = `try{const n=()=>localStorage.getItem(${JSON.stringify(storageKeys.token)}),h=document.documentElement,d=h.dataset;let t=n();addEventListener("pagehide",()=>t=n());addEventListener("pageshow",e=>{if(e.persisted&&n()!==t&&localStorage.getItem(${JSON.stringify(storageKeys.renewedToken)})!==t+" "+n()){h.hidden=true;location.reload()}});if(t){d.returning="";if(location.pathname==="/"){d.verifying="";setTimeout(()=>delete d.verifying,4000)}(window.apogeeVerify=fetch("/api/auth/verify",{method:"POST",headers:{"content-type":"application/json",authorization:"Bearer "+t},body:"{}"})).catch(()=>delete d.verifying)}}catch{/* storage is blocked: nobody is signed in */}`

/**
 * This script runs last. It loads modules and style sheets after the first paint, so that they do not delay the text on a slow
 * connection. A hidden page is never painted, so its modules load immediately. Eight requests are made at a time, because making
 * fifty takes a phone 50 ms, in which it answers no press.
 */
export const startScript = `{const go=()=>{const[entry,...others]=JSON.parse(document.getElementById("modules").textContent);const ask=()=>{for(const href of others.splice(0,8)){if(document.querySelector('link[href="'+href+'"]'))continue;const link=document.createElement("link");if(href.endsWith(".css")){link.rel="preload";link.as="style";link.crossOrigin=""}else link.rel="modulepreload";link.href=href;document.head.append(link)}if(others[0])setTimeout(ask)};import(entry).catch(()=>window.apogeeEarly?.fail());ask()};document.hidden?go():requestAnimationFrame(()=>setTimeout(go))}`

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows scripts and styles only from our own files, or inline with these hashes (docs/security.md#pages-in-the-browser). */
export function contentSecurityPolicy(inline: {
  scripts: readonly string[]
  styles: readonly string[]
  /** Browsers load videos directly from the storage at this origin. Null means that the server sends them. */
  mediaOrigin?: string | null
  /** Browsers send uploads to this origin, besides our own. */
  uploadOrigin?: string | null
  /** Packages are at this origin, besides our own. */
  packageOrigin?: string | null
}): string {
  return [
    `default-src 'none'`,
    `script-src 'self' ${inline.scripts.map(sha256).join(' ')}`,
    `style-src ${[`'self'`, ...inline.styles.map(sha256)].join(' ')}`,
    `img-src 'self' blob: data:`,
    `font-src 'self'`,
    // Videos with several qualities have addresses that begin with `blob:` (docs/decisions/lesson-media.md).
    `${source('media-src', inline.mediaOrigin)} blob:`,
    source('frame-src', inline.packageOrigin),
    source('connect-src', inline.uploadOrigin),
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // ProseMirror parses pasted HTML in a document without scripts, under a policy of this name (docs/decisions/texts.md).
    `trusted-types apogee ProseMirrorClipboard`,
    ...reportDirectives,
  ].join('; ')
}

const source = (name: string, origin: string | null = null) =>
  [name, `'self'`, ...(origin === null ? [] : [origin])].join(' ')

/**
 * Allows scripts and frames only from the folders with ours instead of from the whole origin, so that no uploaded file can run as a
 * script. A source with a path must name the host, so use this only for a browser that certainly uses this origin.
 */
export const withFolders = (policy: string, origin: string): string =>
  policy
    .replace("script-src 'self'", `script-src ${origin}/assets/`)
    .replace("frame-src 'self'", `frame-src ${origin}/packages/ ${origin}/media/`)

/** Allows frames from the hosts of launches, unless the policy already names them as `packageOrigin`. */
export const withLaunchHosts = (policy: string, hosts: string | null): string =>
  hosts === null || policy.includes(` ${hosts}`)
    ? policy
    : policy.replace("frame-src 'self'", `frame-src 'self' ${hosts}`)

/** A package may open windows, which look for the API at their opener. With `same-origin`, such a window would have no opener. */
export const openersOfLaunches = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }

/** Pages may use these other origins for videos, uploads and frames of packages. Null means that there is none. */
export interface OtherOrigins {
  mediaOrigin: string | null
  uploadOrigin: string | null
  packageOrigin: string | null
}

/** Allows the scripts and styles that hot reload injects. */
export const developmentPolicy = ({ mediaOrigin, uploadOrigin, packageOrigin }: OtherOrigins): string =>
  [
    `default-src 'self'`,
    `script-src 'self' 'unsafe-inline'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' blob: data:`,
    `${source('media-src', mediaOrigin)} blob:`,
    `${source('connect-src', uploadOrigin)} ws:`,
    source('frame-src', packageOrigin),
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

export const documentHeaders = (policy: string, isHttps: boolean): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'reporting-endpoints': reportingEndpoints,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  // One address has documents in several languages and themes, which a cookie selects.
  'cache-control': 'private, no-cache',
  vary: 'cookie, accept-language, accept-encoding',
  ...(isHttps && { 'strict-transport-security': transportSecurity }),
})

/** Sends the document in an encoding that the client accepts, or answers 304. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: PrecompressedResponse,
): Promise<FastifyReply> {
  reply.header('etag', bytes.etag)
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], bytes.etag)) {
    return reply.code(304).send()
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return reply.send(bytes.plain)
  return reply.header('content-encoding', encoding).send(await bytes.encoded(encoding))
}

const unsafeInScript = /[<\u2028\u2029]/g

/** Escapes JSON for a script element, so that its text cannot close the element. */
const embeddedJson = (json: string): string =>
  json.replaceAll(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** React puts elements of the head at the start of its output if the tree has no <head>. */
const hoisted = /^(?:<title>[^<]*<\/title>|<meta [^>]*\/>|<link [^>]*\/>)+/

export interface DocumentParts {
  page: RenderedPage
  language: Language
  assets: PageAssets
  early: { script: string; texts: EarlyEventsTexts }
  /** The styles are empty when the document links its style sheets. */
  styles: DocumentStyles
  fontUrl: string | null
  /** This notice is shown above the page, such as `demoNotice`. */
  notice: string
  /** These elements are added to the head, such as those of hot reload. */
  extraHead?: string
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The status is outside the element that React hydrates, because that element may contain only React's own markup. */
const earlyStatus = ({ waiting, lost, untyped, failed }: EarlyEventsTexts): string =>
  `<p id="early-events" class="shell-early" role="status" data-waiting="${attribute(waiting)}" data-lost="${attribute(lost)}" data-untyped="${attribute(untyped)}" data-failed="${attribute(failed)}"></p>`

/**
 * Tells visitors of a demo that others can reach. It contains every language, because an open page changes its language without a
 * new document.
 */
export const demoNotice: string = `<aside class="shell-demo" aria-label="${serverTexts(defaultLanguage).pages.demo.name}">${languages
  .map((language) => `<p lang="${language}">${serverTexts(language).pages.demo.notice}</p>`)
  .join('')}</aside>`

/**
 * Writes the style sheets inline. Each also gets a disabled link, by which the loader of pages knows it. Browsers do not fetch a
 * disabled sheet.
 */
const styleElements = ({ css, sheets }: DocumentStyles): string =>
  css === ''
    ? ''
    : `<style>${css}</style>${sheets.map((url) => `<link rel="stylesheet" href="${url}" disabled>`).join('')}`

/** Encoded styles are cached. They are half of a document, and many pages share them. */
const encodedStyles = new WeakMap<DocumentStyles, Buffer>()

function styleBytes(styles: DocumentStyles): Buffer {
  const known = encodedStyles.get(styles) ?? Buffer.from(styleElements(styles))
  encodedStyles.set(styles, known)
  return known
}

/**
 * Returns the document in UTF-8. Its parts are encoded one by one, because encoding a text with a single letter outside Latin 1
 * takes longer.
 */
export function htmlDocument({
  page,
  language,
  assets,
  early,
  styles,
  fontUrl,
  notice,
  extraHead = '',
}: DocumentParts): Buffer {
  const head = hoisted.exec(page.html)?.[0] ?? ''
  const beforeStyles = [
    `<!doctype html><html lang="${language}" data-theme="${page.theme}"${isTracing() ? ' data-traces' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    head,
    `<script>${themeScript}</script><script>${firstScript}</script><script>${early.script}</script>`,
    fontUrl ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontUrl}">` : '',
  ].join('')
  const afterStyles = [
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="${manifestAddress(language)}">`,
    `<meta name="theme-color" content="${groundColours[page.theme]}">`,
    extraHead,
    `</head><body>${earlyStatus(early.texts)}${notice}<div id="root">`,
  ].join('')
  const afterPage = [
    '</div>',
    // Structured data comes after the text of the page, because only search engines read it.
    ...page.jsonLd.map(
      (data) => `<script type="application/ld+json">${embeddedJson(JSON.stringify(data))}</script>`,
    ),
    '<script type="application/json" id="boot">',
  ].join('')
  const imports = assets.partImports === null ? '' : ` data-imports="${assets.partImports}"`
  const files = [assets.entry, ...assets.modules, ...assets.sheets]
  const afterBoot = [
    `</script><script type="application/json" id="modules"${imports}>${embeddedJson(JSON.stringify(files))}</script>`,
    `<script>${startScript}</script></body></html>`,
  ].join('')
  return Buffer.concat([
    Buffer.from(beforeStyles),
    styleBytes(styles),
    Buffer.from(afterStyles),
    Buffer.from(page.html.slice(head.length)),
    Buffer.from(afterPage),
    Buffer.from(embeddedJson(page.boot)),
    Buffer.from(afterBoot),
  ])
}

/**
 * Builds a page without React. Its only script is the one for the theme Auto. Its inline style sheet is returned, because the
 * policy needs its hash.
 */
export function plainDocument(page: {
  preferences: PagePreferences
  /** The title is HTML and does not contain the product's name. */
  title: string
  body: string
  /** This notice is shown above the page, such as `demoNotice`. */
  notice: string
  styles: PageStyles
  extraHead: string
}): { html: string; css: string } {
  const { preferences, title, notice, styles, extraHead } = page
  const body = notice + page.body
  const theme = preferences.theme === 'daylight' ? 'daylight' : 'space'
  const { css } = styles.ofMarkup(body)
  const { fontUrl } = styles
  const head = [
    `<!doctype html><html lang="${preferences.language}" data-theme="${theme}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${title} · Apogee</title><meta name="robots" content="noindex">`,
    preferences.theme === 'auto' ? `<script>${themeScript}</script>` : '',
    fontUrl ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontUrl}">` : '',
    css ? `<style>${css}</style>` : '',
    `<meta name="theme-color" content="${groundColours[theme]}">${extraHead}</head>`,
  ].join('')
  return { html: `${head}<body>${body}</body></html>`, css }
}

/** Returns the page that is shown when rendering failed. It needs neither scripts nor styles. */
export const crashDocument = (requestId: string): string =>
  [
    `<!doctype html><html lang="${defaultLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<title>Something went wrong · Apogee</title></head><body><main><h1>Something went wrong</h1>',
    `<p>The error is ours. Its number is ${requestId.replaceAll(/[^\w-]/g, '')}.</p><p><a href="">Try again</a></p>`,
    '</main></body></html>',
  ].join('')

const busyText = (language: Language) => serverTexts(language).pages.busy

/** Returns the 503 page under overload. It contains every language, because choosing one would need work. */
export function busyDocument(): string {
  const { reason, tryAgain } = busyText(defaultLanguage)
  return [
    `<!doctype html><html lang="${defaultLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<title>Apogee is busy · Apogee</title></head><body><main><h1>Apogee is busy right now</h1>',
    `<p>${reason}</p>`,
    ...translatedLanguages.map((language) => `<p lang="${language}">${busyText(language).reason}</p>`),
    `<p><a href="">${tryAgain}`,
    ...translatedLanguages.map(
      (language) => ` · <span lang="${language}">${busyText(language).tryAgain}</span>`,
    ),
    '</a></p></main></body></html>',
  ].join('')
}
