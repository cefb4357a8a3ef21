/** Finds style sheets of the build that a page needs and lacks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { mayMatch } from './selectors.ts'

const client = join(import.meta.dirname, '../../apps/web/dist/client')

interface Sheet {
  url: string
  /** The selectors exclude pseudo-elements, which no element matches. */
  selectors: string[]
}

let built: Sheet[] | undefined

/**
 * Returns the style sheets of the last build; the folder also holds those of the previous release. A browser splits them into
 * selectors once.
 */
async function builtSheets(page: Page): Promise<Sheet[]> {
  if (built) return built
  const text = readFileSync(join(client, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, { css?: string[] }>
  const names = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  const sheets = [...names].map((name) => ({
    url: `/${name}`,
    css: readFileSync(join(client, name), 'utf8'),
  }))
  built = await page.evaluate((files) => {
    const selectorsOf = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...('cssRules' in rule && rule.cssRules instanceof CSSRuleList ? selectorsOf(rule.cssRules) : []),
      ])
    return files.map(({ url, css }) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      const selectors = selectorsOf(sheet.cssRules).map((selector) => selector.replaceAll(/::[\w-]+/g, ''))
      return { url, selectors: [...new Set(selectors)] }
    })
  }, sheets)
  return built
}

/**
 * Returns each style sheet that the page lacks although a rule of the sheet matches an element of the page, with the rule's
 * selector. The page has a sheet when it has a link to it. An inline sheet has a disabled link.
 */
export async function missingSheets(page: Page): Promise<string[]> {
  const sheets = await builtSheets(page)
  const { linked, classNames } = await page.evaluate(() => ({
    linked: [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
      (link) => new URL(link.href).pathname,
    ),
    classNames: [
      ...new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])),
    ],
  }))
  const classes = new Set(classNames)
  const candidates = sheets
    .filter(({ url }) => !linked.includes(url))
    .map(({ url, selectors }) => ({ url, selectors: selectors.filter((one) => mayMatch(one, classes)) }))
  return page.evaluate(
    (all) =>
      all.flatMap(({ url, selectors }) => {
        const matching = selectors.find((selector) => document.querySelector(selector) !== null)
        return matching === undefined ? [] : [`${url}: ${matching}`]
      }),
    candidates,
  )
}
