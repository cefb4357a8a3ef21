/** Decodes the names of files in zip archives, for every reader on the server and in the browser. */
import { decoded } from './code-pages.ts'
import { guessEncoding } from './guess-encoding.ts'

export interface PackedName {
  bytes: Uint8Array
  /** True means that the archive marks the name as UTF-8. */
  isUtf8: boolean
}

/**
 * Decodes the file names of one archive. A name that is not marked as UTF-8 is still UTF-8 when its bytes are valid, because
 * programs on Unix and macOS set no mark. All other names are in one code page, that of the system which made the archive.
 */
export async function namesInArchive(packed: readonly PackedName[]): Promise<string[]> {
  const texts = packed.map(({ bytes }) => decoded(bytes, 'utf-8'))
  const others = packed.filter(({ isUtf8 }, at) => texts[at] === null && !isUtf8).map(({ bytes }) => bytes)
  const page = others.length === 0 ? null : await guessEncoding(joined(others), { isName: true })
  return packed.map(({ bytes, isUtf8 }, at) => {
    const text = texts[at] ?? (isUtf8 || page === null ? null : decoded(bytes, page)) ?? null
    // When neither a mark nor a guess gives the encoding, CP437 applies, the encoding of the zip format itself (APPNOTE, appendix
    // D).
    return text ?? (isUtf8 ? '\uFFFD' : (decoded(bytes, 'cp437') ?? '\uFFFD'))
  })
}

/** This number of bytes is enough to guess an encoding. */
const joinedBytes = 65_536

function joined(names: readonly Uint8Array[]): Uint8Array {
  const bytes: number[] = []
  for (const name of names) {
    if (bytes.length > joinedBytes) break
    for (const byte of name) bytes.push(byte)
    bytes.push(10)
  }
  return Uint8Array.from(bytes)
}

/** Removes `./` and empty segments, which name nothing. The path of a folder keeps its final `/`. '' means the archive itself. */
export function plainPath(name: string): string {
  const path = name
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
  return path !== '' && /(?:^|\/)\.?$/.test(name) ? `${path}/` : path
}

const leftovers: ReadonlySet<string> = new Set([
  '.ds_store',
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'desktop.ini',
  '$recycle.bin',
  '.directory',
])
const leftoverFolders: ReadonlySet<string> = new Set([
  '__macosx',
  '.spotlight-v100',
  '.trashes',
  '.fseventsd',
  '.appledouble',
  '$recycle.bin',
  'system volume information',
  '@eadir',
])

/** Recognises files that operating systems leave behind. */
export function isLeftover(path: string): boolean {
  const segments = path.toLowerCase().replace(/\/$/, '').split('/')
  const name = segments.at(-1) ?? ''
  return (
    segments.some((segment) => leftoverFolders.has(segment)) ||
    leftovers.has(name) ||
    name.startsWith('._') ||
    // Microsoft Office creates this file while a document is open.
    name.startsWith('~$')
  )
}
