/** Builds the page that answers a form submitted without our scripts. It contains instructions, and the typed text for copying. */
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { serverTexts, type ServerTexts } from '#server/texts/index.ts'
import { plainDocument } from './document.ts'
import type { PageStyles } from './page-styles.ts'
import type { PagePreferences } from './renderer.ts'

export interface FormDocumentParts {
  preferences: PagePreferences
  /** The form's page has this path and query. */
  address: string
  typed: URLSearchParams
  /** This is the HTML of the banner above the page, or '' if there is none. */
  notice: string
  styles: PageStyles
  extraHead: string
}

/** Returns the document and its inline style sheet, whose hash the policy needs. */
export function formDocument(parts: FormDocumentParts): { html: string; css: string } {
  const { preferences, address, notice, styles, extraHead } = parts
  const { language } = preferences
  const text = serverTexts(language).pages.unsentForm
  const body = [
    '<main class="ap-wrap ap-section" data-width="narrow"><div class="ap-state" data-page>',
    `<h1 class="ap-state-title">${text.title}</h1><p class="ap-state-text">${text.reason}</p>`,
    `<div class="ap-state-action"><a class="ap-button" data-variant="primary" href="${xmlText(address)}">${text.back}</a></div></div>`,
    typedPart(text, parts.typed),
    '</main>',
  ].join('')
  return plainDocument({ preferences, title: text.title, body, notice, styles, extraHead })
}

function typedPart(
  { typedTitle, fields }: ServerTexts['pages']['unsentForm'],
  typed: URLSearchParams,
): string {
  const rows = Object.entries(fields).flatMap(([name, label]) => {
    const value = typed.get(name)?.trim() ?? ''
    return value === '' ? [] : [`<dt>${label}</dt><dd>${xmlText(value)}</dd>`]
  })
  if (rows.length === 0) return ''
  return `<section class="ap-panel" data-padded aria-labelledby="typed"><h2 class="ap-h4" id="typed">${typedTitle}</h2><dl class="shell-typed">${rows.join('')}</dl></section>`
}
