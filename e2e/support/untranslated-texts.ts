/** Finds English interface texts on a screen in another language. */
import type { TranslatedLanguage } from '@apogee/domain/languages.ts'
import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOfEnglishAlone } from '../../scripts/languages/dictionaries.ts'
import { parse } from '../../scripts/languages/syntax.ts'

/**
 * Lists the name of the product, and the name of a demo course that also is in an illustration of the product. Both are the same in
 * every language.
 */
const names = ['Apogee', 'Pricing a Small Business']

const sources = join(import.meta.dirname, '../../apps/web/src')
const englishTexts = new Map<TranslatedLanguage, Set<string>>()

function englishTextsFor(language: TranslatedLanguage): Set<string> {
  const known = englishTexts.get(language)
  if (known) return known
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[a-z]{2}\.ts$/.test(path))
    .map((path) => parse({ path, code: readFileSync(join(sources, path), 'utf8') }))
  const found = textsOfEnglishAlone(files, language).difference(new Set(names))
  englishTexts.set(language, found)
  return found
}

/**
 * Lists texts, names and placeholders that only the English dictionaries have. Text marked as another language, or as not to be
 * translated, is exempt.
 */
export async function untranslatedTexts(page: Page, language: TranslatedLanguage): Promise<string[]> {
  const shown = await page.evaluate((own) => {
    const isOwn = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') === own
    const exempt = 'script, style, template, noscript, noscript *, [translate=no], [translate=no] *'
    const found = new Set([document.title.split(' · ')[0] ?? ''])
    for (const element of document.querySelectorAll('body, body *')) {
      if (!isOwn(element) || element.matches(exempt)) continue
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        found.add(element.getAttribute(name) ?? '')
      // A text before `<wbr>` is a part of an e-mail address.
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE && node.nextSibling?.nodeName !== 'WBR')
          found.add(node.nodeValue ?? '')
    }
    return [...found].map((text) => text.trim())
  }, language)
  const english = englishTextsFor(language)
  return shown.filter((text) => english.has(text))
}
