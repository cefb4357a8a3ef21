/** Sets the response headers of package files. Any of these files may be a hostile script (docs/decisions/scorm.md). */
import { extname } from 'node:path/posix'
import { Readable } from 'node:stream'
import { packageSandbox } from '@apogee/contracts/scorm/package-sandbox.ts'

/** A file with another extension is a download without a type. SVG runs scripts, and is as isolated as the pages. */
const contentTypes: Record<string, string> = {
  '.htm': 'text/html',
  '.html': 'text/html',
  // XHTML is served as HTML, because the run-time script is inserted before the root element, which XHTML forbids.
  '.xhtml': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.map': 'application/json',
  '.css': 'text/css',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.xsd': 'application/xml',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.cur': 'image/x-icon',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
}

export const packageContentType = (path: string): string =>
  contentTypes[extname(path).toLowerCase()] ?? unknownType

export const unknownType = 'application/octet-stream'

const sharedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

interface Surroundings {
  /** This folder contains the product's own run-time scripts, which the content must be able to load. */
  runTime?: string
  /**
   * The page of this origin may frame the file, and no other page may. It is absent for files that a frame of the package may
   * contain: each document of a package has an opaque origin of its own, which no policy can name.
   */
  lessonOrigin?: string
}

/**
 * Returns the headers of files that run without an origin. `origin` is that of the files, such as `https://content.example`.
 * `prefix` is the launch's path, such as `/packages/TOKEN/`, which the content cannot leave.
 */
export function packageHeaders(
  origin: string,
  prefix: string,
  { runTime = '', lessonOrigin }: Surroundings = {},
): Record<string, string> {
  if (!/^\/[\w./~-]+\/$/.test(prefix))
    throw new Error('a prefix of a package needs slashes and safe characters')
  const own = `${origin}${prefix}`
  const policy = [
    `sandbox ${packageSandbox.none}`,
    `default-src 'none'`,
    // Authoring tools write handlers into attributes and compile templates.
    `script-src ${[own, runTime && `${origin}${runTime}`].filter(Boolean).join(' ')} 'unsafe-inline' 'unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `media-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `connect-src ${own} data: blob:`,
    `frame-src ${own}`,
    `form-action ${own}`,
    `base-uri ${own}`,
    ...(lessonOrigin === undefined ? [] : [`frame-ancestors ${lessonOrigin}`]),
  ]
  return {
    ...sharedHeaders,
    'content-security-policy': policy.join('; '),
    // Each document of the package has an origin of its own, so for the browser all its requests are cross-site.
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  }
}

/**
 * Returns the headers of files at the host of one launch. The host serves nothing else. The frame of the lesson grants the same
 * permissions.
 */
export function launchHeaders(lessonOrigin: string): Record<string, string> {
  const local = `'self' data: blob:`
  const policy = [
    `sandbox ${packageSandbox.own}`,
    `default-src 'none'`,
    `script-src ${local} 'unsafe-inline' 'unsafe-eval'`,
    `style-src ${local} 'unsafe-inline'`,
    ...['img', 'media', 'font', 'connect', 'worker', 'frame'].map((kind) => `${kind}-src ${local}`),
    `form-action 'self'`,
    `base-uri 'self'`,
    `frame-ancestors 'self' ${lessonOrigin}`,
  ]
  return {
    ...sharedHeaders,
    'content-security-policy': policy.join('; '),
    'cross-origin-resource-policy': 'same-origin',
    // Two launches on subdomains of one domain must not share a process, and must not reach each other by `document.domain`.
    'origin-agent-cluster': '?1',
  }
}

/**
 * The tags must be short. Browsers look for the encoding in the first 1,024 bytes, in which the page's own declaration must stay.
 */
const longestScriptTags = 300
/**
 * Matches the markup before the first tag, after which the scripts are inserted. A script before the document type would change the
 * layout of the page.
 */
const beforeFirstTag =
  /^(?:\u00EF\u00BB\u00BF)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype[^>]*>)?/i

/** The place for the tags is searched in this many first bytes. */
const headBytes = 65_536
/** Each step holds at most this many bytes for a slow reader. */
const heldBytes = 16 * 1024

export interface PageWithScripts {
  content: Readable
  /**
   * The page becomes longer by this many bytes. Null means that the number is unknown before the end, because the encoding changes.
   */
  addedBytes: number | null
}

/**
 * Inserts run-time scripts before all scripts of the page. Each address is relative or absolute, and contains no quotes. Only the
 * head of the page is held in memory.
 */
export async function withRunTimeScripts(
  page: Readable,
  addresses: readonly string[],
): Promise<PageWithScripts> {
  const tags = addresses.map((address) => `<script src="${address}"></script>`).join('')
  if (tags.length > longestScriptTags || addresses.some((address) => /["<>&]/.test(address))) {
    page.destroy()
    throw new Error('the addresses of the run-time scripts are too long or hold markup')
  }
  const chunks = page[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  const head = await headOf(chunks)
  const [first] = head
  const isUtf16 = first?.[0] === 0xff && first[1] === 0xfe
  const encoded = isUtf16 ? asUtf8(joined(head, chunks)) : joined(head, chunks)
  return {
    content: Readable.from(withTags(encoded, tags), { objectMode: false, highWaterMark: heldBytes }),
    addedBytes: isUtf16 ? null : tags.length,
  }
}

async function headOf(chunks: AsyncIterator<Buffer, unknown>): Promise<Buffer[]> {
  const head: Buffer[] = []
  for (let held = 0; held < headBytes;) {
    const next = await chunks.next()
    if (next.done === true) break
    head.push(next.value)
    held += next.value.length
  }
  return head
}

/**
 * Yields the chunks of `head` and then the rest. `head` is emptied, because a suspended generator would otherwise hold its chunks
 * until the slowest reader has the last byte.
 */
async function* joined(head: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = head.shift(); chunk; chunk = head.shift()) yield chunk
  yield* rest
}

/** Converts a page to UTF-8. It begins with a byte order mark, which overrides any encoding that the page declares. */
async function* asUtf8(utf16: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-16le', { ignoreBOM: true })
  for await (const chunk of utf16) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** Inserts the tags. Their place is searched in the first `headBytes`. */
async function* withTags(page: AsyncIterable<Buffer>, tags: string): AsyncGenerator<Buffer> {
  const chunks = page[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  const head = await headOf(chunks)
  // Latin-1 maps each byte to one character, so that positions are the same in any encoding of the page.
  let at = beforeFirstTag.exec(Buffer.concat(head).toString('latin1'))?.[0].length ?? 0
  let isInserted = false
  for await (const chunk of joined(head, chunks)) {
    if (isInserted || at > chunk.length) {
      at -= chunk.length
      yield chunk
    } else {
      isInserted = true
      yield chunk.subarray(0, at)
      yield Buffer.from(tags)
      yield chunk.subarray(at)
    }
  }
  if (!isInserted) yield Buffer.from(tags)
}
