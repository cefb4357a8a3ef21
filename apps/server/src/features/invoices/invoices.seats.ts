/** Assigns seats to people before the invoice is paid. After payment, each person is enrolled once their address is verified. */
import type { SeatRow } from '@apogee/contracts/invoices/invoices.ts'
import { readPeople } from '@apogee/contracts/enrolments/people-list.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { OriginRule } from '#server/policy/origin.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { InvoiceAccess } from './invoice-access.ts'
import { openSeatMail, seatMail } from './invoices.mail.ts'
import { mailPeriodMs, mailsPerDay, seatPeople } from './invoices.rules.ts'
import * as invoices from './invoices.store.ts'
import * as store from './seats.store.ts'

export const inviteTask = 'invoices.invite'

const waitersAtOnce = 100

type SeatToEnrol = { userId: number } & Pick<store.SeatRow, 'id' | 'courseId' | 'access' | 'first'>

export interface SeatsDependencies extends OriginRule {
  database: Database
  clock: Clock
  log: Log
  enrolments: Pick<Enrolments, 'grant' | 'revoke'>
}

export class Seats {
  readonly #deps: SeatsDependencies & { access: InvoiceAccess }

  constructor(deps: SeatsDependencies & { access: InvoiceAccess }) {
    this.#deps = deps
  }

  async listSeats(caller: Caller, id: string, page: PageRequest) {
    const invoice = await this.#deps.access.find(caller, id)
    const { rows, total } = await store.listSeats(this.#deps.database.kysely, invoice.id, page)
    const { data, meta } = pageOf(rows, { exact: total }, page)
    return {
      data: data.map((seat) => {
        const { id: seatId, courseId, title, email, name, state, at } = seat
        const canSendAgain = this.#canBeMailedAgain(seat)
        return { id: seatId, courseId, title, email, name, state, at: at.toISOString(), canSendAgain }
      }),
      meta,
    }
  }

  /**
   * Returns whether the mail about a seat can be repeated. The job sends the first mail, so the person must have been mailed
   * before.
   */
  readonly #canBeMailedAgain = ({ state, invitedAt }: Pick<store.SeatRow, 'state' | 'invitedAt'>): boolean =>
    state === 'waiting' &&
    invitedAt !== null &&
    this.#deps.clock.now().getTime() - invitedAt.getTime() >= mailPeriodMs

  /** Repeats the mail to a person whose seats wait for a verified address. */
  async sendSeatAgain(caller: Caller, id: string, seatId: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const invoice = await this.#deps.access.lock(tx, caller, id, ['paid'])
      if (!caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
      const at = this.#deps.clock.now()
      const { sellerId } = invoice
      const since = new Date(at.getTime() - mailPeriodMs)
      // The seller's mail counter is locked before any seat. The job locks in the same order.
      const sent = await invoices.countMails(tx, { sellerId, kind: 'seat', since })
      const seat = (await store.lockSeat(tx, invoice.id, seatId)) ?? refuse('SEAT_NOT_FOUND')
      const waiter = await store.waiter(tx, invoice.id, seat.email)
      if (seat.state !== 'waiting' || !waiter) return refuse('SEAT_NOT_FOUND')
      if (!this.#canBeMailedAgain(seat)) refuse('INVITATION_JUST_SENT')
      if (sent >= mailsPerDay.seat) refuse('TOO_MANY_ATTEMPTS', { retryAfter: 900 })
      await this.#tell(tx, waiter, `again:${at.getTime()}`)
      await store.markMailedAgain(tx, invoice.id, seat.email, at)
    })
  }

  /** Assigns people to seats. A preview returns the same result and changes nothing. */
  async addPeople(
    caller: Caller,
    id: string,
    asked: { courseIds: readonly number[]; text: string; preview: boolean },
  ): Promise<{ rows: SeatRow[]; added: number; free: { courseId: number; seats: number }[] }> {
    return this.#deps.database.transaction(async (tx) => {
      const invoice = await this.#deps.access.lock(tx, caller, id, ['draft', 'issued', 'paid'])
      const holders = await store.holdersOf(tx, invoice.id)
      const all = await invoices.linesOf(tx, invoice.id)
      const lines = all
        .filter(({ courseId }) => asked.courseIds.includes(courseId))
        .map(({ id: lineId, courseId, seats }) => ({
          lineId,
          courseId,
          seats,
          holders: holders.get(lineId) ?? new Set<string>(),
        }))
      if (lines.length < new Set(asked.courseIds).size) refuse('INVOICE_COURSE_UNKNOWN')
      const { rows: read, given } = seatPeople(readPeople(asked.text), lines)
      const added = read.filter(({ problem }) => problem === null).length
      const at = this.#deps.clock.now()
      if (!asked.preview && given.length > 0) {
        if (invoice.state === 'paid' && !caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
        await store.insertSeats(tx, given, at)
        await invoices.note(tx, {
          invoiceId: invoice.id,
          at,
          by: caller.userId,
          what: 'people_added',
          details: { people: added },
        })
        if (invoice.state === 'paid') await this.enrolHolders(tx, invoice.id)
      }
      const free = lines.map(({ courseId, seats, holders: taken }) => ({
        courseId,
        seats: seats - taken.size,
      }))
      const states = asked.preview ? null : await store.statesSince(tx, invoice.id, at)
      const rows = read.map((row) => ({
        ...row,
        state: row.problem === null ? (states?.get(row.email.toLowerCase()) ?? null) : null,
      }))
      return { rows, added, free }
    })
  }

  /**
   * Enrols all holders with a verified address; the seats of others wait. All are mailed. Enrolments are locked by course id, then
   * by person, which is the lock order of all calls.
   */
  async enrolHolders(tx: Tx, invoiceId: number): Promise<void> {
    const accounts = await store.verifiedAccounts(tx, invoiceId)
    const named = await store.namedSeats(tx, invoiceId)
    const known = named.flatMap((seat) => {
      const userId = accounts.get(seat.email.toLowerCase())
      return userId === undefined ? [] : [{ ...seat, userId }]
    })
    await this.#enrol(tx, known)
    const unknown = named.filter(({ email }) => !accounts.has(email.toLowerCase()))
    await store.markWaiting(
      tx,
      unknown.map(({ id }) => id),
    )
    await enqueue(tx, inviteTask, {})
  }

  async #enrol(tx: Tx, seats: readonly SeatToEnrol[]) {
    const inOrder = seats.toSorted((one, other) => one.courseId - other.courseId || one.userId - other.userId)
    for (const { id, userId, courseId, access, first } of inOrder) {
      const source = { kind: 'seat', id } as const
      await this.#deps.enrolments.grant(tx, { userId, courseId, access, first, source, extending: 'always' })
      await store.markEnrolled(tx, { id, userId, at: this.#deps.clock.now() })
    }
  }

  async revokeSeat(caller: Caller, id: string, seatId: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const invoice = await this.#deps.access.lock(tx, caller, id, ['draft', 'issued', 'paid'])
      await this.release(tx, { invoiceId: invoice.id, seatId })
      const { userId: by } = caller
      await invoices.note(tx, { invoiceId: invoice.id, at: this.#deps.clock.now(), by, what: 'seat_revoked' })
    })
  }

  async reassignSeat(
    caller: Caller,
    id: string,
    seatId: number,
    person: { email: string; name: string },
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const invoice = await this.#deps.access.lock(tx, caller, id, ['draft', 'issued', 'paid'])
      if (invoice.state === 'paid' && !caller.emailVerified) refuse('EMAIL_NOT_VERIFIED')
      const seat = (await store.lockSeat(tx, invoice.id, seatId)) ?? refuse('SEAT_NOT_FOUND')
      const email = person.email.toLowerCase()
      if ((await store.holdersOf(tx, invoice.id)).get(seat.lineId)?.has(email)) refuse('SEAT_HELD')
      await this.release(tx, { invoiceId: invoice.id, seatId })
      const at = this.#deps.clock.now()
      await store.insertSeats(tx, [{ lineId: seat.lineId, email, name: person.name }], at)
      await invoices.note(tx, {
        invoiceId: invoice.id,
        at,
        by: caller.userId,
        what: 'seat_reassigned',
      })
      if (invoice.state === 'paid') await this.enrolHolders(tx, invoice.id)
    })
  }

  /** Revokes seats and the access that they gave. */
  async release(tx: Tx, which: { invoiceId: number; seatId?: number }): Promise<void> {
    const ids = await store.revokeSeats(tx, which, this.#deps.clock.now())
    if (ids.length === 0 && which.seatId !== undefined) refuse('SEAT_NOT_FOUND')
    await this.#deps.enrolments.revoke(tx, { kind: 'seat', ids })
  }

  /** Runs after an address is verified. Enrols the person in the courses of their waiting seats. Returns the number of seats. */
  async claimSeats(tx: Tx, userId: number): Promise<number> {
    const waiting = await store.waitingSeatsOf(tx, userId)
    await this.#enrol(
      tx,
      waiting.map((seat) => ({ ...seat, userId })),
    )
    for (const invoiceId of new Set(waiting.map((seat) => seat.invoiceId)))
      await invoices.note(tx, { invoiceId, at: this.#deps.clock.now(), by: null, what: 'seat_claimed' })
    return waiting.length
  }

  /**
   * Runs as a job after each payment and once an hour. Enrols people who have verified an address, and mails the others within the
   * seller's daily limit. A failure for one person does not delay the others, and fails the job in the end.
   */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const failures: unknown[] = []
    const attempt = async (about: object, act: (tx: Tx) => Promise<unknown>) => {
      if (stopping?.aborted) return
      try {
        await this.#deps.database.transaction(act)
      } catch (error) {
        this.#deps.log.error({ err: error, ...about }, 'seats of an invoice not processed')
        failures.push(error)
      }
    }
    for (let after = 0; ;) {
      const waiters = await store.verifiedWaitingSeats(this.#deps.database.kysely, {
        after,
        limit: waitersAtOnce,
      })
      for (const userId of waiters) await attempt({ userId }, (tx) => this.claimSeats(tx, userId))
      after = waiters.at(-1) ?? after
      if (waiters.length < waitersAtOnce || stopping?.aborted) break
    }
    for (const sellerId of await store.sellersToInvite(this.#deps.database.kysely))
      await attempt({ sellerId }, (tx) => this.#invite(tx, sellerId))
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} could not be looked after`)
  }

  async #invite(tx: Tx, sellerId: number): Promise<void> {
    const at = this.#deps.clock.now()
    const since = new Date(at.getTime() - mailPeriodMs)
    const sent = await invoices.countMails(tx, { sellerId, kind: 'seat', since })
    for (const seat of await store.seatsToInvite(tx, sellerId, Math.max(0, mailsPerDay.seat - sent))) {
      await this.#tell(tx, seat, String(seat.firstSeatId))
      await store.markInvited(tx, seat.invoiceId, seat.email, at)
    }
  }

  async #tell(tx: Tx, seat: store.SeatToInvite, occasion: string): Promise<void> {
    const { sellerId, invoiceId, email, language } = seat
    const write = seat.isEnrolled ? openSeatMail : seatMail
    const mail = write(language, { ...seat, link: this.#linkFor(seat) })
    const about = `seat:${invoiceId}:${email.toLowerCase()}:${occasion}`
    await queueMail(tx, { to: email, language, ...mail, occasion: about, seller: { sellerId } })
    await invoices.noteMail(tx, { sellerId, invoiceId, kind: 'seat', at: this.#deps.clock.now() })
  }

  /**
   * Returns a link to the course of an enrolled person, to the dashboard if there are several courses or the address is unverified,
   * or to registration with the address filled in.
   */
  #linkFor({ isEnrolled, hasAccount, courseIds, email }: store.SeatToInvite): string {
    const origin = this.#deps.publicUrl ?? this.#deps.ownOrigin()
    if (isEnrolled && courseIds.length === 1) return `${origin}/course/${courseIds[0]}`
    if (isEnrolled || hasAccount) return `${origin}/dashboard`
    return `${origin}/register#${new URLSearchParams({ email }).toString()}`
  }

  /** Erases a person's names, addresses and seats on invoices. */
  readonly forgetPerson = (tx: Tx, person: { userId: number; email: string }): Promise<void> =>
    store.forgetPerson(tx, person.userId, person.email, this.#deps.clock.now())
}
