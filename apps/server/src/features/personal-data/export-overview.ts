/** The page that opens the archive: what is in it, and what is not. */
import type { Language } from '@apogee/domain/languages.ts'
import { personalDataTexts } from '#server/texts/personal-data.ts'
import type { MediaRow } from '#server/features/media/media.service.ts'
import { mostRowsOfTable, type OwnSection } from './own-data.ts'

interface Overview {
  language: Language
  at: Date
  sections: readonly OwnSection[]
  files: readonly MediaRow[]
}

/** Where a file stands in the archive: its number keeps names apart. */
export function fileNameOf({ id, originalName }: Pick<MediaRow, 'id' | 'originalName'>): string {
  const name = originalName.normalize('NFC').replaceAll(/[^\p{Letter}\p{Number}._-]+/gu, '-')
  return `files/${id}-${name.slice(-100) || 'file'}`
}

export function overviewPage({ language, at, sections, files }: Overview): string {
  const text = personalDataTexts(language).overview
  const full = sections.filter(({ tables }) => tables.length > 0)
  const rows = full.map(({ section, tables }) => {
    const count = tables.reduce((sum, table) => sum + table.rows.length, 0)
    return `<tr><td>${escaped(text.sections[section])}</td><td><a href="${section}.json">${section}.json</a></td><td>${count}</td></tr>`
  })
  const links = files.map((file) => {
    const path = fileNameOf(file)
    return `<li><a href="${escaped(encodeURI(path))}">${escaped(file.originalName)}</a></li>`
  })
  const isCut = full.some(({ tables }) => tables.some((table) => table.isCut))
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(text.title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${style}</style></head><body>`,
    `<h1>${escaped(text.title)}</h1><p>${escaped(text.made(at.toISOString()))}</p><p>${escaped(text.lead)}</p>`,
    `<table><thead><tr>${text.head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table>`,
    isCut ? `<p>${escaped(text.cut(mostRowsOfTable))}</p>` : '',
    links.length > 0 ? `<h2>${escaped(text.files)}</h2><ul>${links.join('\n')}</ul>` : '',
    `<h2>${escaped(text.notInHere)}</h2><ul>${text.missing.map((line) => `<li>${escaped(line)}</li>`).join('\n')}</ul>`,
    '</body></html>',
    '',
  ].join('\n')
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.4rem .6rem;border-bottom:1px solid}'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? found)
}
