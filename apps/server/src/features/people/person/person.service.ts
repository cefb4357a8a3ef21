/** Shows one person to those who teach them or sell to them, and keeps the notes of their team (docs/security.md). */
import { personEventKinds, type PersonEventKind } from '@apogee/contracts/people/person-events.ts'
import type { PersonDetail, PersonEvent, PersonNote } from '@apogee/contracts/people/person.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { moneySeenBy, type SellerScope } from '#server/policy/seller-scope.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import { moneyOfLines } from '#server/features/accounting/accounting.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { courseScopeOf } from '../people.rules.ts'
import * as notes from './person-notes.store.ts'
import { eventsOf, type EventRow, type Position } from './person-events.store.ts'
import * as store from './person.store.ts'

interface PersonPagesDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf'>
}

const most = { courses: 100, orders: 50, seats: 50, certificates: 100, notes: 100 } as const
const pageSize = 50

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
    const { createdAt, avatarUrl, ...shown } = person
    return {
      ...shown,
      avatar: avatarUrl,
      joinedAt: createdAt.toISOString(),
      courses: places.map((place) => ({
        ...place,
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
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const nextCursor = rows.length > limit && last ? `${last.microseconds}.${last.kind}.${last.id}` : null
    return { data: shown.map(presentEvent), meta: { nextCursor } }
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
    await notes.deleteNote(db, id, noteId, noteReader(caller))
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

/** The contract has checked the form of the cursor. */
function positionIn(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const [at = '', kind = '', id = ''] = cursor.split('.')
  return { at, kind: Number(kind), id: Number(id) }
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
