import type { Done, Kind } from '@apogee/contracts/courses/course-progress.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { textIn } from '#web/platform/language/messages.ts'
import { learningMessages } from './messages/learning.en.ts'

type KindDone = Done & { kind: Kind }

/** Formats `2 text lessons · 1 quiz`. */
export function kindsLine(language: Language, kinds: readonly KindDone[]): string {
  const text = textIn(learningMessages, language)
  return kinds.map(({ kind, total }) => text[`${kind}Count`](total)).join(' · ')
}

/** Formats `Videos 1 of 10 · texts 0 of 2`. */
export function doneLine(language: Language, kinds: readonly KindDone[]): string {
  const text = textIn(learningMessages, language)
  const line = kinds.map(({ kind, done, total }) => text.doneOf(text[kind], done, total)).join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
