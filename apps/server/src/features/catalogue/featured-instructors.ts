/** Who is shown on the marketplace because of their public courses, as ready bytes for everybody alike. */
import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { ReadyBytes } from '#server/platform/precompressed-response.ts'
import { featuredTeachers, teachersByStudents } from './featured-instructors.store.ts'
import { createReadyLists } from './list-response-cache.ts'

const most = 8
/** Who they are is asked once a minute, because the answer takes the whole shelf; what is said of them, at each change. */
const rankedForMs = 60_000

export function createFeaturedInstructors({ kysely, clock }: { kysely: Kysely<DB>; clock: Clock }) {
  const ready = createReadyLists({ clock, longestAgeMs: rankedForMs })
  let ranking: { madeAt: number; ids: Promise<number[]> } | undefined

  function ranked(): Promise<number[]> {
    const now = clock.now().getTime()
    if (ranking && now - ranking.madeAt < rankedForMs) return ranking.ids
    const made = { madeAt: now, ids: teachersByStudents(kysely, most) }
    ranking = made
    made.ids.catch(() => {
      if (ranking === made) ranking = undefined
    })
    return made.ids
  }

  return {
    answer: (): Promise<ReadyBytes> =>
      ready.answerFor('featured', async () => ({
        success: true,
        data: await featuredTeachers(kysely, await ranked()),
      })),
    drop: ready.drop,
  }
}
