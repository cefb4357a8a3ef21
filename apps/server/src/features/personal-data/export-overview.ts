/** Writes the start page of the archive, which lists what the archive contains and what it omits. */
import type { Language } from '@apogee/domain/languages.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { timeInWords } from '#server/platform/mail/mail-text.ts'
import { personalDataTexts } from '#server/texts/personal-data.ts'
import type { MediaRow } from '#server/features/media/media.service.ts'
import type { OwnSection } from './own-data.ts'

interface Overview {
  language: Language
  at: Date
  sections: readonly OwnSection[]
  files: readonly MediaRow[]
}

/** Returns the path of a file in the archive. The id keeps names unique. */
export function fileNameOf({ id, originalName }: Pick<MediaRow, 'id' | 'originalName'>): string {
  const name = originalName.normalize('NFC').replaceAll(/[^\p{Letter}\p{Number}._-]+/gu, '-')
  return `files/${id}-${name.slice(-100) || 'file'}`
}

export function overviewPage({ language, at, sections, files }: Overview): string {
  const text = personalDataTexts(language).overview
  const full = sections.filter(({ tables }) => tables.length > 0)
  const rows = full.map(({ section, tables }) => {
    const count = tables.reduce((sum, table) => sum + table.rows.length, 0)
    return `<tr><td>${xmlText(text.sections[section])}</td><td><a href="${section}.json">${section}.json</a></td><td>${count}</td></tr>`
  })
  const links = files.map((file) => {
    const path = fileNameOf(file)
    return `<li><a href="${xmlText(encodeURI(path))}">${xmlText(file.originalName)}</a></li>`
  })
  const isCut = full.some(({ tables }) => tables.some((table) => table.isCut))
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><title>${xmlText(text.title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${style}</style></head><body><main>`,
    `<h1>${xmlText(text.title)}</h1><p class="soft">${xmlText(text.made(timeInWords(at, language)))}</p><p>${xmlText(text.lead)}</p>`,
    `<table><thead><tr>${text.head.map((cell) => `<th scope="col">${xmlText(cell)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table>`,
    isCut ? `<p>${xmlText(text.cut)}</p>` : '',
    links.length > 0 ? `<h2>${xmlText(text.files)}</h2><ul>${links.join('\n')}</ul>` : '',
    `<h2>${xmlText(text.notInHere)}</h2><ul>${text.missing.map((line) => `<li>${xmlText(line)}</li>`).join('\n')}</ul>`,
    '</main></body></html>',
    '',
  ].join('\n')
}

/** The colour scheme is set on the root element. On the body alone, a dark browser would show pale links on a white page. */
const style = [
  ':root{color-scheme:light dark;--ink:#1b1e33;--soft:#4a4f6a;--line:#d4d8ea;--paper:#fff;--ground:#eef0f8;--link:#3b2fa8}',
  '@media (prefers-color-scheme:dark){:root{--ink:#eceef8;--soft:#b3b9d3;--line:#2b3247;--paper:#141a28;--ground:#0a0e17;--link:#a9b8ff}}',
  'body{margin:0;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}',
  'main{max-width:46rem;margin:auto;padding:clamp(1.25rem,4vw,2.5rem);background:var(--paper);border:1px solid var(--line);border-radius:12px}',
  'h1{margin:0;font-size:1.75rem;line-height:1.2}h2{margin:2.25rem 0 .5rem;font-size:1.15rem}.soft{color:var(--soft)}a{color:var(--link)}',
  'ul{padding-inline-start:1.25rem}li{margin:.35rem 0;overflow-wrap:anywhere}',
  'table{border-collapse:collapse;width:100%;margin-top:1.5rem}',
  'th,td{padding:.6rem 1rem .6rem 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}th{font-size:.85rem;color:var(--soft)}',
  'td a{white-space:nowrap}th:last-child,td:last-child{padding-inline-end:0;text-align:end;font-variant-numeric:tabular-nums}',
  // On a narrow screen, the link to the file is below its subject.
  '@media (max-width:34rem){tr{display:grid;grid-template-columns:1fr auto;border-bottom:1px solid var(--line);padding:.6rem 0}th,td{padding:0;border:0}tr>:first-child{grid-column:1/-1}}',
].join('')
