/**
 * Splits code into tokens for colours. Loads only for a text with code in a named language; each grammar is a separate file
 * (docs/decisions/texts.md).
 */
import { codeLanguages, type CodeLanguage } from '@apogee/contracts/courses/lesson-document.ts'
import { createLowlight, type LanguageFn } from 'lowlight'

/** A token without a kind (null) has no colour. */
export type TokenKind = 'keyword' | 'name' | 'type' | 'string' | 'number' | 'comment'
export interface CodeToken {
  text: string
  kind: TokenKind | null
}

/** Longer code has no colours, because parsing it would block the page. */
const mostCharacters = 50_000

type Grammar = () => Promise<{ default: LanguageFn }>
const grammars: Partial<Record<CodeLanguage, Grammar>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  go: () => import('highlight.js/lib/languages/go'),
  html: () => import('highlight.js/lib/languages/xml'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}
/** HTML embeds styles and scripts. */
const inside: Partial<Record<CodeLanguage, readonly CodeLanguage[]>> = { html: ['css', 'javascript'] }

/** Maps the first part of a highlight.js scope to a kind. A scope that is missing here has the kind of its parent. */
const kinds: Readonly<Record<string, TokenKind | null>> = {
  // `subst` is a value inside a string and has no colour of its own.
  subst: null,
  keyword: 'keyword',
  tag: 'keyword',
  'selector-tag': 'keyword',
  operator: 'keyword',
  meta: 'keyword',
  title: 'name',
  section: 'name',
  'selector-id': 'name',
  'selector-class': 'name',
  type: 'type',
  built_in: 'type',
  attr: 'type',
  attribute: 'type',
  property: 'type',
  variable: 'type',
  name: 'keyword',
  symbol: 'string',
  string: 'string',
  regexp: 'string',
  link: 'string',
  number: 'number',
  literal: 'number',
  comment: 'comment',
  doctag: 'comment',
  quote: 'comment',
}

const highlighter = createLowlight()

/** Loads the grammar of a language. Returns false for a language without colours. */
export async function loadGrammar(named: string): Promise<boolean> {
  const language = codeLanguages.find((known) => known === named) ?? ''
  const grammar = grammars[language]
  if (!grammar) return false
  if (!highlighter.registered(language)) highlighter.register(language, (await grammar()).default)
  await Promise.all((inside[language] ?? []).map(loadGrammar))
  return true
}

/** Returns null for code without colours. The concatenated texts of the tokens equal the code. */
export async function tokensOf(language: CodeLanguage, code: string): Promise<CodeToken[] | null> {
  return (await loadTokenizer(language))?.(code) ?? null
}

/** Returns a function that splits code without waiting, for code that is being typed. Null means a language without colours. */
export async function loadTokenizer(
  language: CodeLanguage,
): Promise<((code: string) => CodeToken[] | null) | null> {
  if (!(await loadGrammar(language))) return null
  return (code) => {
    if (code.length > mostCharacters) return null
    const tokens = tokensIn(highlighter.highlight(language, code).children, null)
    // highlight.js adds a line to some code that is not in the named language. Then the tokens do not equal the code, so it is shown
    // without colours.
    return tokens.map(({ text }) => text).join('') === code ? tokens : null
  }
}

type Tree = ReturnType<typeof highlighter.highlight>['children']

function tokensIn(tree: Tree, kind: TokenKind | null): CodeToken[] {
  return tree.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value, kind }]
    if (node.type !== 'element') return []
    const own = kindOf(node.properties.className)
    return tokensIn(node.children, own === undefined ? kind : own)
  })
}

/** Returns the kind of a scope, which highlight.js gives as class names such as `['hljs-title', 'function_']`. */
function kindOf(classes: unknown): TokenKind | null | undefined {
  const first: unknown = Array.isArray(classes) ? classes[0] : undefined
  return typeof first === 'string' ? kinds[first.replace(/^hljs-/, '')] : undefined
}
