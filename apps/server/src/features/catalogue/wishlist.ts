import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { wishlistMaxCourses } from '@apogee/contracts/catalogue/wishlist.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageRequest, type Page, type PageQuery } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import * as store from './own-courses.store.ts'

interface WishlistDependencies {
  database: Database
  clock: Clock
  enrolments: Pick<Enrolments, 'isEnrolled'>
  /** Returns cards in the order of the ids. */
  cardsFor: (caller: Caller, courseIds: readonly number[]) => Promise<CatalogueCourse[]>
}

export class Wishlist {
  readonly #deps: WishlistDependencies
  readonly forget = store.deleteWishesOf

  constructor(deps: WishlistDependencies) {
    this.#deps = deps
  }

  async list(
    caller: Caller,
    query: PageQuery & { courseId?: number | undefined },
  ): Promise<Page<CatalogueCourse>> {
    const page = pageRequest(query)
    const asked = { userId: caller.userId, courseId: query.courseId ?? null }
    const { places, total } = await store.pageOfWishes(this.#deps.database.kysely, asked, page)
    const shown = places.slice(0, page.limit)
    return {
      data: await this.#deps.cardsFor(
        caller,
        shown.map(({ courseId }) => courseId),
      ),
      meta: { total, nextCursor: places.length > page.limit ? String(shown.at(-1)?.id) : null },
    }
  }

  /** Adds a course. The call is idempotent. */
  async add({ userId }: Caller, courseId: number): Promise<void> {
    const { database, clock, enrolments } = this.#deps
    await database.transaction(async (tx) => {
      await store.lockWishlist(tx, userId)
      if ((await enrolments.isEnrolled(tx, userId, [courseId])).has(courseId)) refuse('COURSE_ALREADY_OWNED')
      if ((await store.countWishes(tx, userId)) >= wishlistMaxCourses) refuse('WISHLIST_FULL')
      await store.insertWish(tx, { userId, courseId, at: clock.now() })
    })
  }

  remove({ userId }: Caller, courseId: number): Promise<void> {
    return store.deleteWish(this.#deps.database.kysely, userId, courseId)
  }
}
