/** The sheets of the build that a page would need and does not have. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../apps/web/dist/client/assets')
let built: { url: string; css: string }[] | undefined

const builtSheets = () =>
  (built ??= readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ url: `/assets/${name}`, css: readFileSync(join(folder, name), 'utf8') })))

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
