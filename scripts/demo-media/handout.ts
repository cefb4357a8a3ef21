// What a printed handout is made of. Blocks are HTML text that handouts compose; figures come from figures.ts.

import { escapeText } from './figures.ts'

export interface Handout {
  /** Media key. */
  key: string
  title: string
  course: string
  /** One sentence under the title. */
  purpose: string
  /** HTML of the blocks below, in order. */
  blocks: string[]
}

/** `**bold**` is the only mark-up in running text. */
const inline = (text: string): string =>
  escapeText(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(\d) %/g, '$1&nbsp;%')
    .replace(/RM (\d)/g, 'RM&nbsp;$1')

export const heading = (text: string): string => `<h2>${inline(text)}</h2>`
export const text = (...paragraphs: string[]): string =>
  paragraphs.map((each) => `<p>${inline(each)}</p>`).join('')
export const list = (...items: string[]): string =>
  `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
export const steps = (...items: string[]): string =>
  `<ol>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ol>`
export const checks = (...items: string[]): string =>
  `<ul class="checks">${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
export const note = (words: string): string => `<div class="note"><p>${inline(words)}</p></div>`
export const picture = (figure: string, caption: string): string =>
  `<figure>${figure.replace('role="img"', `role="img" aria-label="${escapeText(caption).replaceAll('"', '&quot;')}"`)}<figcaption>${inline(caption)}</figcaption></figure>`
/** Empty lines to write on, under a question. */
export const writing = (question: string, count: number): string =>
  `<div class="lines"><p>${inline(question)}</p>${'<div></div>'.repeat(count)}</div>`
export const pageBreak = '<div class="break"></div>'
