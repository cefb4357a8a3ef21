/** Prepares Markdown that authors keep in files: front matter is data, comments are for authors, and few tags of HTML are known. */

export interface AuthorSource {
  /** The value is the title of the front matter, or ''. */
  title: string
  markdown: string
}

export function authorSource(text: string): AuthorSource {
  const { title, body } = frontMatter(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  const markdown = outsideCode(plainNotes(body), (part) => {
    return withoutSiteMarks(withoutComments(part))
      .replaceAll(/<br[^<>]*>/gi, '\\\n')
      .replaceAll(/<\/?(?:details|summary|div|span|center|figure|figcaption|section)\b[^<>]*>/gi, '')
      .replaceAll(
        /^<h([1-6])[^<>]*>([^<>]*)<\/h\1>[ \t]*$/gim,
        (_, level: string, words: string) => `${'#'.repeat(Number(level))} ${words.trim()}`,
      )
  })
  return { title, markdown }
}

/** Front matter is YAML between two lines of `---`, or TOML between `+++`, at the beginning of the file. Its first line is a setting. */
function frontMatter(text: string): { title: string; body: string } {
  const lines = text.split('\n')
  const fence = lines[0]?.trimEnd() ?? ''
  const end = lines.findIndex((line, at) => at > 0 && (line.trimEnd() === fence || line.trimEnd() === '...'))
  const held = lines.slice(1, end)
  const isFront =
    (fence === '---' || fence === '+++') &&
    end > 0 &&
    /^[\w-]+[ \t]*[:=]/.test(held.find((line) => line.trim() !== '') ?? '')
  if (!isFront) return { title: '', body: text }
  const title = held.flatMap((line) => /^title[ \t]*[:=](.*)$/i.exec(line)?.[1] ?? [])[0] ?? ''
  return { title: unquoted(title.trim()), body: lines.slice(end + 1).join('\n') }
}

function unquoted(value: string): string {
  const quote = value.charAt(0)
  if (value.length < 2 || !['"', "'"].includes(quote) || !value.endsWith(quote)) return value
  const inner = value.slice(1, -1)
  return quote === '"' ? inner.replaceAll(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'")
}

/** MkDocs begins a note with `!!! kind "title"` and indents its text, which Markdown would read as code. */
function plainNotes(text: string): string {
  if (!/^(?:!!!|\?\?\?)/m.test(text)) return text
  let fence = ''
  let isNote = false
  const lines = text.split('\n').map((line) => {
    const isText = line.trim() === '' || line.startsWith('    ')
    isNote = isNote && isText
    if (isNote) return line.slice(4)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    const [, kind = '', title] =
      /^(?:!!!|\?\?\?\+?) +([\w-]+)(?: +[\w-]+)*(?: +"([^"]*)")?[ \t]*$/.exec(line) ?? []
    if (fence !== '' || kind === '') return line
    isNote = true
    return `\n${labelOf(title ?? kind)}\n`
  })
  return lines.join('\n')
}

const labelOf = (words: string): string => {
  const plain = words.trim()
  return plain === '' ? '' : `**${plain.charAt(0).toUpperCase()}${plain.slice(1)}**`
}

/**
 * Reads the marks of sites: fences of colons around a part (Docusaurus, Pandoc), attributes in braces (Kramdown, Pandoc), and
 * statements in `{% %}` (Jekyll). A part with a name gets it as a bold line.
 */
const withoutSiteMarks = (text: string): string =>
  text
    .replaceAll(/^[ \t]*:{3,}([^\n]*)$/gm, (_, given: string) => `\n${labelOf(nameOfPart(given))}\n`)
    .replaceAll(/\{%-? *link +([^\s{}%]+) *-?%\}/g, '/$1')
    .replaceAll(/^[ \t]*\{%[^{}\n]*%\}[ \t]*$/gm, '')
    .replaceAll(/\]\(\{\{[^{}\n]*\}\}/g, '](')
    .replaceAll(/(\[[^\][\n]*\])(\([^()\n]*\))\{([^{}\n]*)\}/g, withAttributes)
    .replaceAll(/ ?\{(?::[^{}\n]*|#[\w:.-]+|\.[a-z][\w-]*)\}/gi, '')

/** Pandoc writes the attributes of a link or picture behind it, such as the description. */
function withAttributes(_: string, words: string, address: string, attributes: string): string {
  const [, double, single] = /\balt=(?:"([^"]*)"|'([^']*)')/.exec(attributes) ?? []
  const alt = (double ?? single ?? '').replaceAll(/[\][]/g, '')
  return `${words === '[]' ? `[${alt}]` : words}${address}`
}

/** Returns 'Objectives' for `::: objectives`, the title for `:::tip[Title]`, and the class for `::: {.callout-note}`. */
function nameOfPart(given: string): string {
  let words = given.trim()
  while (words.endsWith(':')) words = words.slice(0, -1).trimEnd()
  const [title] = /\[([^\][]*)\]/.exec(words)?.slice(1) ?? /title="([^"]*)"/.exec(words)?.slice(1) ?? []
  const [named] = /^\{ *\.([\w-]+)/.exec(words)?.slice(1) ?? []
  return title ?? (named ? named.replace(/^callout-/, '') : words.replace(/\{[^{}]*\}/, ''))
}

/** Calls `change` for the text between fenced blocks and code spans, which stay as they are. */
function outsideCode(text: string, change: (part: string) => string): string {
  const parts: { isCode: boolean; lines: string[] }[] = []
  let fence = ''
  let isInComment = false
  for (const line of text.split('\n')) {
    // A fence within a comment belongs to the comment.
    const mark = isInComment ? '' : (/^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '')
    const isInside = fence !== ''
    const isCode = isInside || mark !== ''
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.lines.push(line)
    else parts.push({ isCode, lines: [line] })
    if (!isInside) fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
    if (!isCode) isInComment = isCommentOpen(isInComment ? line : line.replaceAll(codeSpan, ''), isInComment)
  }
  return parts
    .map(({ isCode, lines }) => (isCode ? lines.join('\n') : outsideSpans(lines.join('\n'), change)))
    .join('\n')
}

const codeSpan = /`[^`\n]+`/g

/** Tells whether a comment is open behind the text. */
function isCommentOpen(text: string, wasOpen: boolean): boolean {
  const [begun, ended] = [text.lastIndexOf('<!--'), text.lastIndexOf('-->')]
  return begun === ended ? wasOpen : begun > ended
}

/** A span of code is within one line. Marks of a comment within a span begin none, and a span within a comment belongs to it. */
function outsideSpans(text: string, change: (part: string) => string): string {
  const shown: string[] = []
  let plain = ''
  let isInComment = false
  for (const [at, part] of text.split(/(`[^`\n]+`)/).entries()) {
    if (at % 2 === 1 && !isInComment) {
      shown.push(change(plain), part)
      plain = ''
      continue
    }
    plain += part
    isInComment = isCommentOpen(part, isInComment)
  }
  return shown.join('') + change(plain)
}

/** A comment without an end hides all that follows, as in a browser. */
function withoutComments(text: string): string {
  let shown = ''
  let at = 0
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    shown += text.slice(at, start)
    const end = text.indexOf('-->', start)
    if (end === -1) return shown
    at = end + 3
  }
  return shown + text.slice(at)
}
