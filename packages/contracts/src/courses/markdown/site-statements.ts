/**
 * Removes the statements of site generators from a text: Liquid and Jinja (`{% %}`, `{{ }}`, `{# #}`), Hugo (`{{< >}}`), MDX
 * (`import`, `{/* *\/}`) and snippets of MkDocs (`--8<--`). Words for the reader stay. Statements whose result only the generator
 * knows are collected. Pure functions, in time proportional to the text.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { isEndOfFence, isFence } from './fences.ts'

/** Collects the statements that are left out. Each is collected once. */
export type Statements = Set<string>

const longestStatement = 2_000

interface Kind {
  opener: string
  closer: string
  /** Returns the text that replaces the statement. `inside` is the text between the opener and the closer. */
  read: (inside: string, found: Statements) => string
}

/** The first kind whose opener matches applies, so longer openers come first. */
const kinds: readonly Kind[] = [
  { opener: '{{<', closer: '>}}', read: shortcodeOf },
  { opener: '{{%', closer: '%}}', read: shortcodeOf },
  { opener: '{{', closer: '}}', read: outputOf },
  { opener: '{%', closer: '%}', read: statementOf },
  { opener: '{# ', closer: '#}', read: () => '' },
  { opener: '{/*', closer: '*/}', read: () => '' },
]

/** Lines of text are usually shorter. The limit keeps the time linear. */
const longestLine = 1_000

/** Tells whether `{{` at this place belongs to a TeX formula, such as `x^{{2}}`. */
function isFormula(before: string, after: string): boolean {
  if (/[\^_}]$|\\[a-zA-Z]+$/.test(before.slice(-40))) return true
  const dollars = before.replaceAll('$$', '$').replaceAll('\\$', '').split('$').length - 1
  return (dollars % 2 === 1 && after.includes('$')) || before.lastIndexOf('\\(') > before.lastIndexOf('\\)')
}

/** Returns the text without statements. An opener without its closer in the same paragraph is text. */
export function withoutStatements(text: string, found: Statements): string {
  let shown = ''
  let at = 0
  const lineBefore = (start: number) => {
    const near = `${shown.slice(-longestLine)}${text.slice(Math.max(at, start - longestLine), start)}`
    return near.slice(near.lastIndexOf('\n') + 1)
  }
  const lineAfter = (start: number) =>
    text
      .slice(start, start + longestLine)
      .split('\n', 1)
      .join('')
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', at)) {
    const kind = kinds.find(({ opener }) => text.startsWith(opener, start))
    const inside = kind && insideOf(text, start + kind.opener.length, kind.closer)
    if (
      kind === undefined ||
      inside === undefined ||
      (kind.read === outputOf && isFormula(lineBefore(start), lineAfter(start)))
    ) {
      // Skips both braces of a formula, so that the search does not find an opener at the second one.
      const next = text.startsWith('{{', start) ? start + 2 : start + 1
      shown += text.slice(at, next)
      at = next
      continue
    }
    const end = start + kind.opener.length + inside.length + kind.closer.length
    const literal = /^-?\s*(?:raw|verbatim)\b/.test(inside) ? literalIn(text, end) : ''
    shown += text.slice(at, start) + kind.read(inside, found) + literal.replaceAll('{', '&#123;')
    at = end + literal.length
  }
  return shown + text.slice(at)
}

function insideOf(text: string, from: number, closer: string): string | undefined {
  const near = text.slice(from, from + longestStatement)
  const end = near.indexOf(closer)
  if (end === -1) return undefined
  const inside = near.slice(0, end)
  return /\n[ \t]*\n/.test(inside) ? undefined : inside
}

/** Returns the text up to the statement that ends a `raw` or `verbatim` part, or ''. */
function literalIn(text: string, from: number): string {
  const near = text.slice(from, from + longestStatement)
  const end = near.search(/\{%-?\s*end(?:raw|verbatim)/)
  return end === -1 ? '' : near.slice(0, end)
}

const longestName = 60

const named = (written: string): string => {
  const line = written.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestName ? `${cutText(line, longestName - 1)}…` : line
}

/** Matches the address of the site itself. It is replaced by nothing, because the course is not on that site. */
const ofSite =
  /^(?:-\s*)?(?:\w+\.)*(?:base_?url|site_?url|url|root|relative_root_path|rootpath)\s*(?:\|[^]*)?$/i

/**
 * Replaces an output (`{{ … }}`) by the words in its quotation marks, or by nothing. An output that is neither such words nor the
 * address of the site is collected.
 */
function outputOf(inside: string, found: Statements): string {
  const expression = inside.trim()
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')/.exec(expression) ?? []
  const words = double ?? single
  if (words !== undefined) return words
  if (expression !== '' && !ofSite.test(expression)) found.add(named(`{{ ${expression} }}`))
  return ''
}

/** These statements are removed without being collected, because they only end or control others. */
const quiet = /^-?\s*(?:end\w*|else|elsif|elif|raw|verbatim|assign|set|increment|decrement|break|continue)\b/

/** Replaces a link statement by the path of its file, and any other statement by nothing. */
function statementOf(inside: string, found: Statements): string {
  const [, path] = /^-?\s*(?:link|post_url)\s+(\S+)/.exec(inside) ?? []
  if (path !== undefined) return `/${path}`
  if (!quiet.test(inside)) found.add(named(`{% ${inside.replaceAll(/^-|-$/g, '').trim()} %}`))
  return ''
}

/**
 * Replaces a shortcode of Hugo by a picture, the path of a linked page or the address of a video. Any other shortcode is left out.
 */
function shortcodeOf(inside: string, found: Statements): string {
  const [, name = '', rest = ''] = /^\s*([\w./-]+)([^]*)$/.exec(inside) ?? []
  if (name.startsWith('/')) return ''
  const values = new Map(
    [...rest.matchAll(/(?:^|\s)([\w-]{1,40})=(?:"([^"]{0,500})"|'([^']{0,500})')/g)].map(
      ([, key = '', double, single]) => [key, double ?? single ?? ''],
    ),
  )
  const [, word = ''] = /^\s*["']?([^\s"'/]\S*?)["']?\s*\/?$/.exec(rest) ?? []
  const src = values.get('src') ?? ''
  if (name === 'figure' && src !== '') return `![${values.get('alt') ?? values.get('caption') ?? ''}](${src})`
  if (/^(?:rel)?ref$/.test(name) && word !== '') return word
  if (name === 'youtube' && /^[\w-]{6,20}$/.test(word)) return `<https://www.youtube.com/watch?v=${word}>`
  found.add(named(`{{< ${inside.trim()} >}}`))
  return ''
}

/**
 * Removes the marks that include other files, in text and in code: `--8<-- "file"` on a line, or names of files between two lines
 * of `--8<--`. A mark after a semicolon stays as text.
 */
export function withoutSnippets(text: string, found: Statements): string {
  if (!text.includes('8<')) return text
  let isBlock = false
  /** True means that the line before was removed. That line may have been the only content of a fenced block. */
  let hasEmptied = false
  const shown: string[] = []
  for (const line of text.split('\n')) {
    const [, escape = '', file] = /^[ \t]*(;?)-+8<-+(?:[ \t]+["']([^"'\n]+)["'])?[ \t]*$/.exec(line) ?? []
    const isMark = /^[ \t]*;?-+8<-+(?:[ \t]|$)/.test(line)
    if (hasEmptied && isEndOfFence(line) && isFence(shown.at(-1))) {
      shown.pop()
      continue
    }
    hasEmptied = isMark && escape === ''
    if (isMark && escape !== '') shown.push(line.replace(';', ''))
    else if (isMark && file !== undefined) found.add(named(`--8<-- "${file}"`))
    else if (isMark && /8<-+[ \t]*$/.test(line)) isBlock = !isBlock
    else if (isBlock) found.add(named(`--8<-- "${line.trim()}"`))
    else shown.push(line)
  }
  return shown.join('\n')
}

/** Replaces the statements in which Jekyll and Hugo write code by fences of Markdown. */
export function withFences(text: string): string {
  if (!text.includes('highlight')) return text
  const lines = text.split('\n').map((line) => {
    const [, indent = '', end, language] =
      /^([ \t]*)\{(?:%-?|\{[<%]) *(?:(end|\/) *highlight|highlight +"?([\w+#.-]{1,40}))/.exec(line) ?? []
    const isWhole = line.trimEnd().endsWith('}')
    if (!isWhole || (end === undefined && language === undefined)) return line
    return `${indent}\`\`\`${language ?? ''}`
  })
  return lines.join('\n')
}

/** Tells whether a line imports or exports a module of MDX. */
function isModuleLine(line: string): boolean {
  const code = line.trimEnd()
  if (/^export\s(?:const|let|default|function)\s/.test(code)) return true
  return (
    /["'];?$/.test(code) &&
    (/^import\s["']/.test(code) || (/^import\s/.test(code) && / from ["']/.test(code)))
  )
}

const component = /^[ \t]*<(\/?)([A-Z][\w.]*)((?:\s[^<>\n]*)?)>[ \t]*$/

/** Removes the modules and components of MDX. The label or title of a component becomes a bold line. */
export function withoutComponents(text: string, found: Statements): string {
  if (!/^(?:import|export)\s|^[ \t]*<\/?[A-Z]/m.test(text)) return text
  let isModule = false
  let isStart = true
  const shown: string[] = []
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === ''
    isModule = !isBlank && (isModule || (isStart && isModuleLine(line)))
    if (isModule && isStart) found.add(named(line))
    // Modules may follow each other in one paragraph, one module a line.
    else if (isModule && isModuleLine(line)) found.add(named(line))
    isStart = isBlank
    if (isModule) continue
    const [whole, end, name = '', attributes = ''] = component.exec(line) ?? []
    if (whole === undefined) {
      shown.push(line)
      continue
    }
    const [, double, single] = /\s(?:label|title)=(?:"([^"]*)"|'([^']*)')/.exec(attributes) ?? []
    const label = double ?? single ?? ''
    if (end === '' && attributes.endsWith('/')) found.add(`<${name}>`)
    shown.push(label === '' ? '' : `\n**${label}**\n`)
  }
  return shown.join('\n')
}
