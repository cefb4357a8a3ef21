import * as z from 'zod/mini'
import { filledLine, limit } from '../texts.ts'

export const chapterLimits = { chapters: 100, title: 100, lastSecond: 86_399 } as const

export const chapter = z.object({
  /** The value is in whole seconds from the start of the video. */
  atSeconds: z.int().check(z.minimum(0), z.maximum(chapterLimits.lastSecond)),
  title: filledLine('Give each chapter a title', chapterLimits.title),
})
export type Chapter = z.infer<typeof chapter>

/** Chapters are sorted by time. An empty list means that the video has no chapters. */
export const chapters = z.array(chapter).check(
  limit(chapterLimits.chapters, 'At most 100 chapters'),
  z.refine(
    (list) =>
      list.every(({ atSeconds }, place) => place === 0 || atSeconds > (list[place - 1]?.atSeconds ?? -1)),
    'Each chapter must start after the one before it',
  ),
)
