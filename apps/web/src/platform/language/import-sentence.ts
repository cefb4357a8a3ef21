import { sentenceIn, useFieldText } from './messages.ts'
import { useLanguage } from './preferences.tsx'

/** A problem may begin with its place, such as `line 3` or `item "Orbits"`. */
const place = /^(?:line|item|question)(?= [\d"])/

/**
 * Translates sentences of the file readers. Colons separate the parts of such a sentence, in any number: a place, a fixed sentence,
 * and words of the file.
 */
export function useImportSentence(): (message: string) => string {
  const fieldText = useFieldText()
  const language = useLanguage()
  const known = (text: string) => sentenceIn(language, 'importSentences', text)
  return (message) =>
    message
      .split(': ')
      .map((part) => known(part) ?? fieldText(part.replace(place, (word) => known(word) ?? word)))
      .join(': ')
}
