/** The inbox of people who teach, sell or run the platform: one list, and its counts for Home and the rail. */
import { inboxKinds, type InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import type { InboxCounts, InboxItem } from '@apogee/contracts/operations/inbox.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { cursorOf, positionOf, tomorrowMorning } from './inbox.rules.ts'
import { inboxSources } from './inbox.sources.ts'
import * as store from './inbox.store.ts'

interface InboxDependencies {
  database: Database
  clock: Clock
}

interface InboxQuery {
  limit?: number | undefined
  kind?: InboxKind | undefined
  cursor?: string | undefined
}

interface Hiding {
  kind: InboxKind
  ref: string
  until: 'tomorrow' | 'done' | 'now'
}

export class Inbox {
  readonly #deps: InboxDependencies
  readonly forget = store.forgetPerson

  constructor(deps: InboxDependencies) {
    this.#deps = deps
  }

  /** Returns the kinds of which something waits, the most urgent kind first. */
  readonly counts = async (caller: Caller): Promise<InboxCounts> => {
    const now = this.#deps.clock.now()
    const reader = { userId: caller.userId, now }
    const counted = await store.countItems(this.#deps.database.kysely, inboxSources(caller, now), reader)
    return inboxKinds.flatMap((kind) => counted.find((one) => one.kind === kind) ?? [])
  }

  async list(
    caller: Caller,
    { limit, kind, cursor }: InboxQuery,
  ): Promise<{ data: InboxItem[]; meta: { nextCursor: string | null } }> {
    const now = this.#deps.clock.now()
    const all = inboxSources(caller, now)
    const sources = kind === undefined ? all : onlyKind(all, kind)
    if (Object.values(sources).every((rows) => rows === null)) return { data: [], meta: { nextCursor: null } }
    const page = { limit: pageRequest({ limit }).limit, after: positionOf(cursor) }
    const rows = await store.pageOfItems(
      this.#deps.database.kysely,
      sources,
      { userId: caller.userId, now },
      page,
    )
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    return {
      data: shown.map(presentItem),
      meta: { nextCursor: rows.length > page.limit && last ? cursorOf(last) : null },
    }
  }

  /** Hides an item from the caller alone. Others still see it. */
  async hide(caller: Caller, { kind, ref, until }: Hiding): Promise<void> {
    const at = this.#deps.clock.now()
    const item = { kind, ref, userId: caller.userId }
    const sources = onlyKind(inboxSources(caller, at), kind)
    await this.#deps.database.transaction(async (tx) => {
      if (until === 'now') await store.showItem(tx, item)
      else if (sources[kind] !== null)
        await store.hideItem(tx, sources, {
          ...item,
          at,
          until: until === 'done' ? null : tomorrowMorning(at),
        })
    })
  }
}

function onlyKind(sources: store.Sources, wanted: InboxKind): store.Sources {
  const none = Object.fromEntries(inboxKinds.map((kind) => [kind, null])) as store.Sources
  return { ...none, [wanted]: sources[wanted] }
}

const presentItem = ({
  id,
  kind,
  ref,
  since,
  person,
  title,
  place,
  cents,
  courseId,
  orderId,
  topic,
  rating,
}: store.InboxRow): InboxItem => ({
  id,
  kind,
  ref,
  since: since.toISOString(),
  person,
  title,
  place,
  amount: cents,
  courseId,
  orderId,
  topic,
  rating,
})
