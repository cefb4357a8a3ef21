/** Stores the texts of a course with its other files (docs/decisions/offline-study.md). */
import { isClosed } from '@apogee/contracts/courses/closed-modules.ts'
import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { call } from '#web/platform/transfer/client.ts'
import { keptTexts, readKeptTexts, type KeptText } from '#web/shared/lesson/kept-course/kept-course.ts'

/** Reads new and changed texts. If a text fails to load, its stored version stays, and the first failure is thrown at the end. */
export async function keepTexts(
  cacheName: string,
  { contents }: CourseDetail,
  isStillTheirs: () => boolean,
): Promise<void> {
  const before = new Map((await readKeptTexts(cacheName)).map((text) => [text.resourceId, text]))
  const texts: KeptText[] = []
  let failure: { error: unknown } | null = null
  for (const { id, words, version = 0 } of contents.flatMap(openItems)) {
    if (words === undefined) continue
    const known = before.get(id)
    try {
      // oxlint-disable-next-line no-await-in-loop -- one request at a time: the person reads meanwhile
      texts.push(known?.version === version ? known : { ...(await read(id)), version })
    } catch (error) {
      failure ??= { error }
      if (known) texts.push(known)
    }
  }
  if (!isStillTheirs()) return
  await (await caches.open(cacheName)).put(keptTexts, Response.json(texts))
  if (failure) throw failure.error
}

/** The server answers 404 for the texts of a module that is not open yet. */
const openItems = (content: CourseDetail['contents'][number]) => (isClosed(content) ? [] : content.resources)

/** Pictures, files and videos are omitted, because their addresses expire. The page shows their alternative texts. */
const read = async (id: number) => ({
  ...(await call('readLessonText', { params: { id } })).data,
  pictures: [],
  files: undefined,
  videos: undefined,
})

export async function loadPartsOfKeptTexts(cacheName: string): Promise<void> {
  const texts = await readKeptTexts(cacheName)
  if (texts.length === 0) return
  const { loadPartsOfTexts } = await import('#web/shared/lesson-text/later-parts.ts')
  await loadPartsOfTexts(texts.map(({ document }) => document))
}
