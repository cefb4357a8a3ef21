/** Prepares Markdown files of authors: reads the front matter as data, and removes comments and the usual HTML containers. */
import { Fences } from './fences.ts'
import { Footnotes, takeFootnotes } from './footnotes.ts'
import {
  withFences,
  withoutComponents,
  withoutSnippets,
  withoutStatements,
  type Statements,
} from './site-statements.ts'

export interface AuthorSource {
  /** Holds the title in the front matter, or ''. */
  title: string
  markdown: string
  /** Lists the statements of site generators that were left out. */
  statements: string[]
}

export function authorSource(text: string): AuthorSource {
  const { title, body } = frontMatter(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))
  const found: Statements = new Set()
  const { text: prose, notes } = takeFootnotes(plainNotes(withFences(withoutSnippets(body, found))))
  const footnotes = new Footnotes(notes)
  const marked = outsideCode(prose, (part) => footnotes.marked(withoutComments(part)))
  const markdown = outsideCode(`${marked}${footnotes.list()}`, (part) =>
    withoutContainers(
      withoutSiteMarks(withoutStatements(withoutComponents(withoutComments(part), found), found)),
    ),
  )
  return { title, markdown, statements: [...found] }
}

/** Replaces the few HTML tags that authors put around Markdown. The reader of Markdown handles all other tags. */
const withoutContainers = (text: string): string =>
  text
    .replaceAll(/<br[^<>]*>/gi, '\\\n')
    .replaceAll(/<\/?details\b[^<>]*>/gi, '')
    .replaceAll(
      /^([ \t]*)<summary[^<>\n]*>([^<>\n]*)<\/summary>/gim,
      (_, indent: string, words: string) => `${indent}${labelOf(words)}\n\n${indent}`,
    )
    .replaceAll(/<\/?(?:summary|div|span|center|figure|figcaption|section)\b[^<>]*>/gi, '')
    .replaceAll(
      /^<h([1-6])[^<>]*>([^<>]*)<\/h\1>[ \t]*$/gim,
      (_, level: string, words: string) => `${'#'.repeat(Number(level))} ${words.trim()}`,
    )

/**
 * Reads front matter: YAML between two lines of `---`, or TOML between two lines of `+++`, at the beginning of the file. The first
 * line between them must be a setting.
 */
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

/**
 * MkDocs begins a note with `!!! kind "title"`, or a tab with `=== "title"`, and indents its text, which Markdown would read as
 * code. Notes stand in lists and in notes, too.
 */
function plainNotes(text: string): string {
  if (!/^[ \t]*(?:!!!|\?\?\?|===)/m.test(text)) return text
  const fences = new Fences()
  /** Lists the columns at which the notes begin that have not ended yet. */
  const open: number[] = []
  const lines = text.split('\n').map((line) => {
    const indent = line.search(/\S/)
    if (indent === -1) return ''
    while (open.length > 0 && indent < (open.at(-1) ?? 0) + 4) {
      open.pop()
      fences.close()
    }
    const shown = line.slice(open.length * 4)
    const title = fences.read(shown) ? null : titleOfNote(shown.trim())
    if (title === null) return shown
    open.push(indent)
    return `\n${' '.repeat(indent - (open.length - 1) * 4)}${labelOf(title)}\n`
  })
  return lines.join('\n')
}

/** Returns null for a line that begins no note. */
function titleOfNote(line: string): string | null {
  const [, tab] = /^===[!+]? +"([^"]*)"$/.exec(line) ?? []
  if (tab !== undefined) return tab
  const [, kind, title] = /^(?:!!!|\?\?\?\+?) +([\w-]+)(?: +[\w-]+)*(?: +"([^"]*)")?$/.exec(line) ?? []
  return kind === undefined ? null : (title ?? kind)
}

const labelOf = (words: string): string => {
  const plain = words.trim()
  return plain === '' ? '' : `**${plain.charAt(0).toUpperCase()}${plain.slice(1)}**`
}

/**
 * Replaces the marks of site generators: fences of colons around a part (Docusaurus, Pandoc), attributes in braces (Kramdown,
 * Pandoc), boxes of task lists, places for a table of contents, marked words, keys and icons. The name of a part becomes a bold
 * line above it.
 */
const withoutSiteMarks = (text: string): string =>
  text
    .replaceAll(/^(#{1,6}[ \t]+):{3,}[ \t]*/gm, '$1')
    .replaceAll(/^[ \t]*:{3,}([^\n]*)$/gm, (_, given: string) => `\n${labelOf(nameOfPart(given))}\n`)
    .replaceAll(/^((?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[([ xX])\](?=[ \t\n]|$)/gm, taskOf)
    .replaceAll(/^[ \t]*(?:\[TOC\]|\[\[_?TOC_?\]\])[ \t]*$/gim, '')
    .replaceAll(/^[*-] .*\n\{:toc\}$/gim, '')
    .replaceAll(/^\*\[([^\][\n]+)\]:[ \t]*([^\n]+)$/gm, '\n$1: $2\n')
    .replaceAll(/(^|[^=])==([^\s=][^=\n]*)==(?!=)/g, '$1$2')
    .replaceAll(/(^|[\s(])\+\+([\w+"-]{1,40})\+\+/g, '$1`$2`')
    .replaceAll(/:(?:material|fontawesome|octicons|simple|carbon)-[\w-]{1,80}:/g, '')
    .replaceAll(/(\[[^\][\n]*\])(\([^()\n]*\))\{([^{}\n]*)\}/g, withAttributes)
    .replaceAll(/ ?\{(?::[^{}\n]*|#[\w:.-]+(?: [^{}\n]*)?|\.[a-z][\w-]*(?: [^{}\n]*)?)\}/gi, '')

const taskOf = (_: string, start: string, box: string): string => `${start}${box === ' ' ? '☐' : '☑'}`

/** Pandoc writes the attributes of a link or picture, such as a description, after the link or picture. */
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
  const fences = new Fences()
  let isInComment = false
  for (const written of text.split('\n')) {
    const line = fences.isOpen ? written : withPlainComments(written)
    // A fence within a comment belongs to the comment.
    const isCode = !isInComment && fences.read(line)
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.lines.push(line)
    else parts.push({ isCode, lines: [line] })
    if (!isCode) isInComment = isCommentOpen(isInComment ? line : line.replaceAll(codeSpan, ''), isInComment)
  }
  return parts
    .map(({ isCode, lines }) => (isCode ? lines.join('\n') : outsideSpans(lines.join('\n'), change)))
    .join('\n')
}

const codeSpan = /`[^`\n]+`/g

/** Replaces the comment tags of Liquid by those of HTML. */
const withPlainComments = (line: string): string =>
  line.replaceAll(/`[^`\n]+`|\{%-?\s*(end)?comment\s*-?%\}/g, (written: string, end: string | undefined) =>
    written.startsWith('`') ? written : end === undefined ? '<!--' : '-->',
  )

/** Tells whether a comment is open at the end of the text. */
function isCommentOpen(text: string, wasOpen: boolean): boolean {
  const [begun, ended] = [text.lastIndexOf('<!--'), text.lastIndexOf('-->')]
  return begun === ended ? wasOpen : begun > ended
}

/**
 * Calls `change` for the text outside of code spans. A code span lies within one line. Comment marks inside a code span begin no
 * comment, and backticks inside a comment begin no code span.
 */
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
