/**
 * The origin of a visitor is one short text (docs/decisions/figures.md):
 *
 * | key | means |
 * |---|---|
 * | `direct` | No other site named: typed, a bookmark, an app |
 * | `site:google`, `site:blog.example.my` | A site that links here; known ones by name |
 * | `tag:newsletter\|email\|raya` | The address was tagged: utm_source, and utm_medium and utm_campaign where given |
 * | `code:RAYA10` | A coupon code |
 * | `invite` | An invitation link |
 * | `apogee:catalogue`, `apogee:course` | Lists of this site; the page of another course |
 * | `other` | Beyond the number of sources that are kept for a day |
 * | `unknown` | Nothing was sent along |
 *
 * Clients send keys and can send any text, so a key is used for figures only.
 */
/** The sums of a source for a day are kept for this number of days. */
export const sourceDaysKept = 400

/** Each part of a tag has at most this number of characters. A whole key has at most 160. */
const longestPart = 48

/** These keys have no further part, so clients send them as they are. */
const plainKeys: ReadonlySet<string> = new Set(['direct', 'invite', 'apogee:catalogue', 'apogee:course'])

/**
 * Maps sites to the name under which they are counted. A host is compared without a prefix such as `www.` or `m.`, and a search
 * engine matches in every country.
 */
const knownSites: readonly (readonly [name: string, hosts: RegExp])[] = [
  ['google', /(^|\.)google\.[a-z]{2,3}(\.[a-z]{2})?$|^com\.google\./],
  ['bing', /(^|\.)bing\.com$/],
  ['yahoo', /(^|\.)yahoo\.[a-z]{2,3}(\.[a-z]{2})?$/],
  ['duckduckgo', /(^|\.)duckduckgo\.com$/],
  ['baidu', /(^|\.)baidu\.com$/],
  ['chatgpt', /(^|\.)(chatgpt|openai)\.com$/],
  ['facebook', /(^|\.)(facebook|fb)\.com$|(^|\.)fb\.me$|(^|\.)messenger\.com$/],
  ['instagram', /(^|\.)instagram\.com$/],
  ['threads', /(^|\.)threads\.(net|com)$/],
  ['whatsapp', /(^|\.)whatsapp\.com$|(^|\.)wa\.me$/],
  ['telegram', /(^|\.)(telegram\.org|t\.me)$|^org\.telegram\./],
  ['tiktok', /(^|\.)tiktok\.com$/],
  ['youtube', /(^|\.)(youtube\.com|youtu\.be)$/],
  ['linkedin', /(^|\.)(linkedin\.com|lnkd\.in)$/],
  ['x', /(^|\.)(twitter\.com|x\.com|t\.co)$/],
  ['reddit', /(^|\.)reddit\.com$/],
  ['pinterest', /(^|\.)pinterest\.[a-z]{2,3}$/],
]

const hostForm = /^(?=.{1,100}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/
const codeForm = /^[A-Z0-9_-]{1,40}$/

/** Returns the part in lower case, with single spaces instead of control characters and separators, and cut to its limit. */
const cleanPart = (part: string): string =>
  part
    .normalize('NFKC')
    .replaceAll(/[\p{C}|\s]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, longestPart)
    .trim()

/** Returns the key for the text that a client sent, or null when the text is not a key. Idempotent. */
export function cleanSource(sent: string): string | null {
  if (plainKeys.has(sent)) return sent
  const mark = sent.indexOf(':')
  const [kind, rest] = [sent.slice(0, mark), sent.slice(mark + 1)]
  switch (kind) {
    case 'tag': {
      const [source = '', medium = '', campaign = ''] = rest.split('|').map(cleanPart)
      return source ? `tag:${[source, medium, campaign].join('|').replace(/\|+$/, '')}` : null
    }
    case 'site':
      return siteKey(rest.toLowerCase())
    case 'code': {
      const code = rest.toUpperCase()
      return codeForm.test(code) ? `code:${code}` : null
    }
    default:
      return null
  }
}

function siteKey(host: string): string | null {
  const known = knownSites.find(([name, hosts]) => name === host || hosts.test(host))
  if (known) return `site:${known[0]}`
  return hostForm.test(host) ? `site:${host.replace(/^(www|m|l|lm)\./, '')}` : null
}

export type SourceKind = 'direct' | 'site' | 'tag' | 'code' | 'invite' | 'apogee' | 'other' | 'unknown'

export interface SourceParts {
  kind: SourceKind
  /** Holds the name of a site, of a tagged source, of a code, or of a page of this site. */
  name: string
  medium: string
  campaign: string
}

const kinds: readonly string[] = ['direct', 'site', 'tag', 'code', 'invite', 'apogee', 'other', 'unknown']
const isKind = (kind: string): kind is SourceKind => kinds.includes(kind)

export function partsOfSource(key: string): SourceParts {
  const [kind = '', ...rest] = key.split(':')
  const [name = '', medium = '', campaign = ''] = rest.join(':').split('|')
  return { kind: isKind(kind) ? kind : 'other', name, medium, campaign }
}

/**
 * Returns true if the key names an origin outside of this site. Where it does not, the coupon code of an order counts as the
 * origin.
 */
export const isTelling = (key: string): boolean =>
  key !== 'direct' && key !== 'unknown' && !key.startsWith('apogee:')

const longestList = 4_000
const mostCourses = 50

/**
 * Writes the sources that the browser remembers for these courses as the `visit` of a purchase: `[[12,"direct"]]`. Returns null
 * when there are none or the text is too long.
 */
export function writeVisit(sources: readonly (readonly [courseId: number, source: string])[]): string | null {
  const text = JSON.stringify(sources.slice(0, mostCourses))
  return sources.length > 0 && text.length <= longestList ? text : null
}

/** Reads what `writeVisit` has written. Never throws, and skips entries that cannot be read. */
export function readVisit(text: string | readonly string[] | undefined): ReadonlyMap<number, string> {
  const sources = new Map<number, string>()
  if (typeof text !== 'string' || text === '' || text.length > longestList) return sources
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return sources
  }
  for (const pair of Array.isArray(sent) ? sent.slice(0, mostCourses) : []) {
    const [courseId, source]: unknown[] = Array.isArray(pair) ? pair : []
    const key = typeof source === 'string' && source.length <= 500 ? cleanSource(source) : null
    if (typeof courseId === 'number' && key !== null) sources.set(courseId, key)
  }
  return sources
}
