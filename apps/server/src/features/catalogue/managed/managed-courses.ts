/** Finds courses and their items for the people who manage them, in all states. */
import { isNearText, mayBeCorrected } from '@apogee/domain/text/near-spelling.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { resembling, searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { listScope, type ListScope } from '../catalogue.rules.ts'
import { pageOfIds } from '../catalogue.store.ts'
import { literalSearch } from '../search/search.rules.ts'
import { findCourses } from '../search/find-courses.ts'
import * as store from './managed.store.ts'

/** Up to this many resembling titles are compared letter by letter. */
const mostResembling = 50

export class ManagedCourses {
  readonly #database: Database

  constructor(deps: { database: Database }) {
    this.#database = deps.database
  }

  /** Finds courses by the words of the course search, also if they are spelled wrong. */
  async findCourses(caller: Caller, search: string, limit: number): Promise<store.ManagedCourse[]> {
    const filter = {
      scope: scopeOf(caller),
      search: null,
      category: null,
      price: 'all',
      facts: {},
      visibility: 'all',
      sort: 'relevance',
      state: 'any',
    } as const
    const db = this.#database.kysely
    const page = pageRequest({ limit })
    const { ids } = isShort(search)
      ? await pageOfIds(db, caller, { ...filter, search: literalSearch(search) }, page)
      : await findCourses(db, caller, filter, page, search, { mayLeaveOut: false })
    return store.coursesIn(db, ids.slice(0, limit))
  }

  /** Finds items by the words of their titles, and otherwise by words that resemble these. */
  async findItems(caller: Caller, search: string, limit: number): Promise<store.ManagedItem[]> {
    const pattern = searchPattern(search)
    if (pattern === null) return []
    const asked = { viewer: caller, scope: scopeOf(caller), pattern }
    const exact = await store.itemsNamed(this.#database.kysely, { ...asked, isNear: false }, limit)
    if (exact.length > 0 || !mayBeCorrected(search)) return exact
    const near = await resembling(this.#database, (tx) =>
      store.itemsNamed(tx, { ...asked, isNear: true }, mostResembling),
    )
    return near.filter(({ title }) => isNearText(search, title)).slice(0, limit)
  }
}

/** One or two letters are in too many texts to be compared as words. */
const isShort = (search: string): boolean => search.trim().length < 3

/** Returns the courses that the studio lists for the caller. */
function scopeOf(caller: Caller): ListScope {
  if (caller.role === 'superadmin') return listScope(caller, {})
  return caller.role === 'admin' && caller.businessId !== null
    ? listScope(caller, { businessId: 'own' })
    : listScope(caller, { createdBy: caller.userId, include: 'taught' })
}
