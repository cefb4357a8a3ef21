/**
 * Generates the table “What we keep, and why” of /privacy from the registry of personal data. Run the script to write the texts of
 * all languages; a test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@apogee/domain/languages.ts'
import { topicIds, topicText } from '../../apps/server/src/policy/personal-data/topics.ts'
import { personalDataTexts } from '../../apps/server/src/texts/personal-data.ts'

const pathOf = (language: Language): string =>
  join(import.meta.dirname, `../../apps/web/src/features/articles/texts/privacy.${language}.md`)

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function table(language: Language): string {
  const { head } = personalDataTexts(language)
  const rows = topicIds(language).map((id) => {
    const { what, why, howLong } = topicText(id, language)
    return rowOf([what, why, howLong])
  })
  return [rowOf(head), '|---|---|---|', ...rows].join('\n')
}

/** Returns the current text, and the text with the registry's table in place of the first table of the page. */
export function privacyPage(language: Language): { written: string; right: string } {
  const written = readFileSync(pathOf(language), 'utf8')
  const lines = written.split('\n')
  const first = lines.findIndex((line) => line.startsWith('|'))
  const after = lines.findIndex((line, place) => place > first && !line.startsWith('|'))
  return { written, right: [...lines.slice(0, first), table(language), ...lines.slice(after)].join('\n') }
}

if (import.meta.main)
  for (const language of languages) writeFileSync(pathOf(language), privacyPage(language).right)
