import type { Tx } from '#server/platform/database/database.ts'
import * as store from './lesson-texts.store.ts'
import { addressOfLesson, lessonAt, relinked } from './text-links.ts'

/** Copies the texts of a course to its copy. Links to lessons of the course lead to the lessons of the copy. */
export async function copyLessonTexts(tx: Tx, from: number, to: number): Promise<void> {
  await store.copyTexts(tx, from, to)
  const linking = await store.textsOfCourse(tx, to, { thatLink: true })
  if (linking.length === 0) return
  const copies = new Map((await store.copiedLessons(tx, from, to)).map((row) => [row.originalId, row]))
  for (const { resourceId, ...texts } of linking) {
    const linked = relinked(texts, (href) => {
      const lesson = lessonAt(href)
      const copy = lesson && copies.get(lesson.resourceId)
      return copy ? `${addressOfLesson(copy)}${lesson.rest}` : href
    })
    if (linked) await store.replaceTexts(tx, resourceId, linked)
  }
}
