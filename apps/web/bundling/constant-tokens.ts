/**
 * Inlines the values of constant tokens and removes their declarations (docs/decisions/first-load.md).
 * `var(--space-4)` becomes `1rem`, which saves 0.8 kB in each document.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folders = ['../../../packages/ui/src', '../src'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const tokenSheet = join('styles', 'tokens.css')
const declaration = /(?<=[{};]\s*)(?<name>--[\w-]+)\s*:\s*(?<value>[^;{}]+?)\s*(?:;|(?=\}))/g
/** The pattern excludes comments that must stay in the output, such as licences. */
const comment = /\/\*(?!!)[\s\S]*?\*\//g

/**
 * Returns the tokens that have the same value everywhere: no theme, narrow window or part of a page sets them again. Their values
 * are no longer than the references to them. `sheets` are the texts of all sheets, `tokens` is the text of the sheet with the
 * tokens.
 */
export function constantsIn(tokens: string, sheets: readonly string[]): Map<string, string> {
  const times = new Map<string, number>()
  for (const sheet of sheets) {
    for (const { groups: { name = '', value } = {} } of sheet.replaceAll(comment, '').matchAll(declaration)) {
      // Tailwind's theme repeats each token as a reference to itself, which does not count as another declaration.
      if (value !== `var(${name})`) times.set(name, (times.get(name) ?? 0) + 1)
    }
  }
  const constants = new Map<string, string>()
  for (const { groups: { name = '', value = '' } = {} } of tokens
    .replaceAll(comment, '')
    .matchAll(declaration)) {
    const isShort = !value.includes('(') && value.length <= `var(${name})`.length
    if (times.get(name) === 1 && isShort) constants.set(name, value)
  }
  return constants
}

export const withConstants = (css: string, constants: ReadonlyMap<string, string>): string =>
  css
    .replaceAll(comment, '')
    .replaceAll(declaration, (text, name: string) => (constants.has(name) ? '' : text))
    .replaceAll(/var\((--[\w-]+)\)/g, (text, name: string) => constants.get(name) ?? text)

function constantsOfSheets(): Map<string, string> {
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const sheets = names.filter((name) => name.endsWith('.css'))
  const tokens = sheets.find((name) => name.endsWith(tokenSheet))
  if (!tokens) throw new Error('The sheet of the tokens was not found')
  return constantsIn(
    readFileSync(tokens, 'utf8'),
    sheets.map((name) => readFileSync(name, 'utf8')),
  )
}

let constants: ReadonlyMap<string, string> = new Map()

/** The plugin runs after Vite has read a sheet and before its minifier. */
export const constantTokens: Plugin = {
  name: 'constant-tokens',
  apply: 'build',
  buildStart() {
    constants = constantsOfSheets()
  },
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) => ({ code: withConstants(css, constants), map: null }),
  },
}
