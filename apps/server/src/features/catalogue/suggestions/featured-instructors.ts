/** Caches the featured instructors of the marketplace as bytes, which are the same for all callers. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'
import { featuredTeachers, teachersByStudents } from './featured-instructors.store.ts'
import { createListResponseCache } from '../list-response-cache.ts'

const most = 8
/**
 * The ranking is computed once in this time, because the query scans all listed courses. What is shown about an instructor is
 * updated at each change.
 */
const rankedForMs = 60_000

interface FeaturedInstructorsDependencies {
  database: Pick<Database, 'publicRead'>
  clock: Clock
}

export class FeaturedInstructors {
  readonly #deps: FeaturedInstructorsDependencies
  readonly #ready
  #ranking: { madeAt: number; ids: Promise<number[]> } | undefined
  readonly drop

  constructor(deps: FeaturedInstructorsDependencies) {
    this.#deps = deps
    this.#ready = createListResponseCache({ clock: deps.clock, longestAgeMs: rankedForMs })
    this.drop = this.#ready.drop
  }

  #ranked(): Promise<number[]> {
    const now = this.#deps.clock.now().getTime()
    if (this.#ranking && now - this.#ranking.madeAt < rankedForMs) return this.#ranking.ids
    const made = { madeAt: now, ids: this.#deps.database.publicRead((db) => teachersByStudents(db, most)) }
    this.#ranking = made
    made.ids.catch(() => {
      if (this.#ranking === made) this.#ranking = undefined
    })
    return made.ids
  }

  answer(): Promise<PrecompressedResponse> {
    return this.#ready.answerFor('featured', async () => {
      const ids = await this.#ranked()
      return {
        success: true,
        data: await this.#deps.database.publicRead((db) => featuredTeachers(db, ids)),
      }
    })
  }
}
