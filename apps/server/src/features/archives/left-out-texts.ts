/** Describes what an exported cartridge leaves out, for the answer of the export and for a text file in the cartridge. */
import type { Language } from '@apogee/domain/languages.ts'
import { courseExportTexts } from '#server/texts/course-exports.ts'
import { mostLeftOut } from './course-format.ts'
import type { LeftOutOfCartridge } from './cartridge/write-cartridge.ts'

interface LeftOutText {
  place: string
  text: string
}

/** Returns as many parts for the answer of an export as the preview of an import shows. */
export const shownLeftOut = (
  leftOut: readonly LeftOutOfCartridge[],
  language: Language,
): { leftOut: LeftOutText[]; leftOutCount: number } => ({
  leftOut: leftOutTexts(leftOut.slice(0, mostLeftOut), language),
  leftOutCount: leftOut.length,
})

const leftOutTexts = (leftOut: readonly LeftOutOfCartridge[], language: Language): LeftOutText[] =>
  leftOut.map(({ reason, place, detail }) => ({
    place: [...place, ...(detail === '' ? [] : [detail])].map(inOneLine).join(' › '),
    text: courseExportTexts(language).reasons[reason],
  }))

/** Returns the content of a text file. */
export function leftOutList(
  title: string,
  leftOut: readonly LeftOutOfCartridge[],
  language: Language,
): string {
  const lines = leftOutTexts(leftOut, language).map(({ place, text }) =>
    place === '' ? text : `${place}: ${text}`,
  )
  return `${courseExportTexts(language).listTitle(inOneLine(title))}\n\n${lines.map((line) => `- ${line}\n`).join('')}`
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
