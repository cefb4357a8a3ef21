import type { KindCounts } from '@apogee/contracts/courses/course-counts.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { textIn } from '#web/platform/language/messages.ts'
import { learningMessages } from './messages/learning.en.ts'

/** Formats `2 text lessons`, `1 quiz` for the kinds with a count above 0. */
export function kindNames(language: Language, { videos, texts, documents, quizzes }: KindCounts): string[] {
  const text = textIn(learningMessages, language)
  return [
    ...(videos > 0 ? [text.videoCount(videos)] : []),
    ...(texts > 0 ? [text.textCount(texts)] : []),
    ...(documents > 0 ? [text.documentCount(documents)] : []),
    ...(quizzes > 0 ? [text.quizCount(quizzes)] : []),
  ]
}
