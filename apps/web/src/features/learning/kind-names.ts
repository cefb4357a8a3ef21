import type { KindCounts } from '@apogee/contracts/courses/course-counts.ts'

interface Names {
  videoCount: (count: number) => string
  documentCount: (count: number) => string
  quizCount: (count: number) => string
}

/** `2 documents`, `1 quiz`: the kinds of which there are any. */
export function kindNames(text: Names, { videos, documents, quizzes }: KindCounts): string[] {
  return [
    ...(videos > 0 ? [text.videoCount(videos)] : []),
    ...(documents > 0 ? [text.documentCount(documents)] : []),
    ...(quizzes > 0 ? [text.quizCount(quizzes)] : []),
  ]
}
