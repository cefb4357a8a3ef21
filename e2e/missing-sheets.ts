/** The sheets of the build that a page would need and does not have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const client = join(import.meta.dirname, '../apps/web/dist/client')
let built: { url: string; css: string }[] | undefined

/** Of the last build: the folder also holds the files of the release before it. */
function builtSheets(): { url: string; css: string }[] {
  if (built) return built
  const text = readFileSync(join(client, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, { css?: string[] }>
  const names = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  built = [...names].map((name) => ({ url: `/${name}`, css: readFileSync(join(client, name), 'utf8') }))
  return built
}

/**
 * Each sheet with a rule that matches an element of the page, unless the page has a link to it: of an inline sheet the link is
 * disabled. Returns the sheet with the rule's selector.
 */
export const missingSheets = (page: Page): Promise<string[]> =>
  page.evaluate((sheets) => {
    const present = new Set(
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
        (link) => new URL(link.href).pathname,
      ),
    )
    const selectorsOf = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...('cssRules' in rule && rule.cssRules instanceof CSSRuleList ? selectorsOf(rule.cssRules) : []),
      ])
    return sheets.flatMap(({ url, css }) => {
      if (present.has(url)) return []
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      // Without pseudo-elements, which no element matches.
      const matching = selectorsOf(sheet.cssRules)
        .map((selector) => selector.replaceAll(/::[\w-]+/g, ''))
        .find((selector) => document.querySelector(selector) !== null)
      return matching === undefined ? [] : [`${url}: ${matching}`]
    })
  }, builtSheets())
