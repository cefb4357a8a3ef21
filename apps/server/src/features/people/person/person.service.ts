/** Shows one person to those who teach them or sell to them, and keeps the notes of their team (docs/security.md). */
import { personEventKinds, type PersonEventKind } from '@apogee/contracts/people/person-events.ts'
import type { ExpectedPerson } from '@apogee/contracts/people/expected-people.ts'
import type { PersonDetail, PersonEvent, PersonNote } from '@apogee/contracts/people/person.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { moneySeenBy, type SellerScope } from '#server/policy/seller-scope.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import { moneyOfLines } from '#server/features/accounting/accounting.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { courseScopeOf } from '../people.rules.ts'
import * as notes from './person-notes.store.ts'
import { expectedKinds, expectedPeople, type ExpectedRow } from './expected-people.store.ts'
import { eventsOf, type EventRow } from './person-events.store.ts'
import * as store from './person.store.ts'
import { cutPage, positionIn } from './position.rules.ts'

interface PersonPagesDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf'>
  learning: Pick<Learning, 'modulesIn'>
}

const most = { courses: 100, orders: 50, seats: 50, certificates: 100, notes: 100 } as const
const pageSize = 50
/** The services of invitations and seats refuse a second mail within this time. */
const mailAgainAfterMs = 24 * 3_600_000

export class PersonPages {
  readonly #deps: PersonPagesDependencies
  readonly forget = notes.deleteNotesAbout

  constructor(deps: PersonPagesDependencies) {
    this.#deps = deps
  }

  async read(caller: Caller, id: number): Promise<PersonDetail> {
    const db = this.#deps.database.kysely
    const scope = scopeOf(caller)
    const person = await visible(db, id, scope)
    const [places, money, seats, certificates, written] = await Promise.all([
      store.placesOf(db, id, scope, most.courses),
      moneyOf(db, id, scope.money),
      store.seatsOf(db, id, scope, most.seats),
      store.certificatesOf(db, id, scope, most.certificates),
      notes.notesAbout(db, id, noteReader(caller), most.notes),
    ])
    const modules = await this.#deps.learning.modulesIn(
      db,
      id,
      places.map(({ courseId }) => courseId),
    )
    const { createdAt, avatarUrl, ...shown } = person
    return {
      ...shown,
      avatar: avatarUrl,
      joinedAt: createdAt.toISOString(),
      courses: places.map((place) => ({
        ...place,
        modules: modules.get(place.courseId)?.modules ?? [],
        since: place.since.toISOString(),
        lastSeenAt: place.lastSeenAt?.toISOString() ?? null,
        accessEndsAt: place.accessEndsAt?.toISOString() ?? null,
      })),
      money,
      seats: seats.map(({ invoiceId, number, company, ...seat }) => ({
        ...seat,
        invoice: scope.money === null ? null : { id: invoiceId, number, company },
      })),
      certificates: certificates.map((one) => ({ ...one, issuedAt: one.issuedAt.toISOString() })),
      notes: written.map((note) => presentNote(caller, note)),
    }
  }

  async listEvents(
    caller: Caller,
    id: number,
    query: { kind?: PersonEventKind | undefined; cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ data: PersonEvent[]; meta: { nextCursor: string | null } }> {
    const db = this.#deps.database.kysely
    const scope = scopeOf(caller)
    await visible(db, id, scope)
    const { kind = null, cursor, limit = pageSize } = query
    const rows = await eventsOf(db, id, scope, { kind, before: positionIn(cursor), limit: limit + 1 })
    const { shown, nextCursor } = cutPage(rows, limit)
    return { data: shown.map(presentEvent), meta: { nextCursor } }
  }

  /** Lists people who were invited or named for a seat and have not come yet. */
  async listExpected(
    caller: Caller,
    query: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ data: ExpectedPerson[]; meta: { nextCursor: string | null } }> {
    const { search, cursor, limit = pageSize } = query
    const now = this.#deps.clock.now()
    const page = { pattern: searchPattern(search), before: positionIn(cursor), limit: limit + 1, now }
    const rows = await expectedPeople(this.#deps.database.kysely, scopeOf(caller), page)
    const { shown, nextCursor } = cutPage(rows, limit)
    return { data: shown.map((row) => presentExpected(caller, row, now)), meta: { nextCursor } }
  }

  /** A repeated request with the same key adds no second note. */
  async addNote(
    caller: Caller,
    id: number,
    { text, key }: { text: string; key: string },
  ): Promise<PersonNote> {
    return this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, null)
      await visible(tx, id, scopeOf(caller))
      const sellerId = await this.#deps.businesses.sellerOf(tx, caller)
      const note = { personId: id, sellerId, text, key, at: this.#deps.clock.now() }
      const written = await notes.insertNote(tx, note, noteReader(caller))
      return presentNote(caller, written ?? refuse('USER_NOT_FOUND'))
    })
  }

  async deleteNote(caller: Caller, id: number, noteId: number): Promise<void> {
    const db = this.#deps.database.kysely
    await visible(db, id, scopeOf(caller))
    const isDeleted = await notes.deleteNote(db, id, noteId, noteReader(caller))
    if (!isDeleted) refuse('NOTE_NOT_FOUND')
  }
}

function scopeOf(caller: Caller): store.PersonScope {
  const { role, businessId } = caller
  const team =
    role === 'superadmin'
      ? ('everybody' as const)
      : role === 'admin' && businessId !== null
        ? { businessId }
        : null
  return { courses: courseScopeOf(caller), money: moneySeenBy(caller), team }
}

const visible = async (db: Db | Tx, id: number, scope: store.PersonScope): Promise<store.PersonRow> =>
  (await store.visiblePerson(db, id, scope)) ?? refuse('USER_NOT_FOUND')

/** The whole team of a business reads its notes. */
const noteReader = ({ userId, role, businessId }: Caller): notes.NoteReader => ({
  userId,
  scope: role === 'superadmin' ? { all: true } : businessId === null ? { userId } : { businessId },
  administers: role !== 'instructor' || businessId === null,
})

async function moneyOf(db: Db, id: number, scope: SellerScope | null): Promise<PersonDetail['money']> {
  if (scope === null) return null
  const [sold, orders] = await Promise.all([
    moneyOfLines(db, store.linesBought(id, scope)),
    store.ordersOf(db, id, scope, most.orders),
  ])
  return {
    spent: sold.sales,
    refunded: sold.refunds,
    chargedBack: sold.chargebacks,
    orders: orders.map((order) => ({ ...order, at: order.at.toISOString() })),
  }
}

const presentNote = ({ role }: Caller, { createdAt, seller, ...note }: notes.NoteRow): PersonNote => ({
  ...note,
  seller: role === 'superadmin' ? seller : null,
  createdAt: createdAt.toISOString(),
})

function presentEvent({ kind, id, at, microseconds: _, ...row }: EventRow): PersonEvent {
  const name = personEventKinds[kind] ?? 'joined'
  return { ...row, key: `${name}:${id}`, kind: name, at: at.toISOString() }
}

function presentExpected({ role }: Caller, row: ExpectedRow, now: Date): ExpectedPerson {
  const { kind, id, at, mailedAt, invoiceId, number, company, seller, isForeign } = row
  const name = expectedKinds[kind] ?? 'course'
  const isLongAgo = mailedAt === null || mailedAt.getTime() <= now.getTime() - mailAgainAfterMs
  const isMailable = name === 'seat' ? mailedAt !== null && isLongAgo : isLongAgo
  return {
    key: `${name}:${id}`,
    kind: name,
    id,
    email: row.email,
    name: row.name,
    at: at.toISOString(),
    state: row.state,
    courseId: row.courseId,
    courseTitle: row.courseTitle,
    role: row.role,
    businessId: row.businessId,
    invoice: invoiceId === null ? null : { id: invoiceId, number, company: company ?? '' },
    seller: role === 'superadmin' ? seller : null,
    canSendAgain: row.state === 'open' && isMailable && !isForeign,
    mayCancel: !isForeign,
  }
}
