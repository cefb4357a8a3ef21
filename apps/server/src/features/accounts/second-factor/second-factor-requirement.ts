/** Decides when a live installation requires a second factor of people who can move money (docs/decisions/authentication.md). */
import type { MissingSecondFactor } from '@apogee/contracts/accounts/accounts.ts'
import type { LackingSecondFactor, Requirement } from '@apogee/contracts/accounts/second-factor.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { queueMails } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { requiresSecondFactor } from '#server/policy/access.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { greeting, secondFactorDueMail } from '../accounts.mail.ts'
import { secondFactorGrace } from '../accounts.rules.ts'
import * as store from './second-factor-requirement.store.ts'

interface RequirementDependencies {
  database: Database
  clock: Clock
  /** False means that a second factor is optional for everybody. */
  requireSecondFactor: boolean
  /** Links in mail begin with this origin. */
  publicUrl: string | null
  ownOrigin: () => string
}

type Person = { role: Role; businessId: number | null }

/** One transaction queues mails to at most this many people. */
const mailedAtOnce = 500

export class SecondFactorRequirement {
  readonly #deps: RequirementDependencies
  readonly isOn: boolean
  #hasBegun = false
  #begun: Promise<void> | null = null

  constructor(deps: RequirementDependencies) {
    this.#deps = deps
    this.isOn = deps.requireSecondFactor
  }

  /** Stores since when this installation requires a second factor. Each process asks the database once. */
  async begin(): Promise<void> {
    if (!this.isOn) return
    const { database, clock } = this.#deps
    this.#begun ??= store.beginRequirement(database.kysely, clock.now())
    try {
      await this.#begun
      this.#hasBegun = true
    } catch (error) {
      this.#begun = null
      throw error
    }
  }

  appliesTo(person: Person): boolean {
    return this.isOn && requiresSecondFactor(person)
  }

  /** Returns the requirement that the settings page shows. */
  kindFor(person: Person): Requirement {
    if (!this.isOn) return 'demo'
    return requiresSecondFactor(person) ? 'required' : 'none'
  }

  /** @param graceFrom since when the person has lacked a required factor; null means that none is missing */
  missing(graceFrom: Date | null): MissingSecondFactor | undefined {
    if (graceFrom === null) return undefined
    const dueAt = dueAfter(graceFrom)
    return { dueAt: dueAt.toISOString(), isOverdue: dueAt <= this.#deps.clock.now() }
  }

  isOverdue(graceFrom: Date | null): boolean {
    return this.missing(graceFrom)?.isOverdue ?? false
  }

  async missingOf(db: Db, person: Person & { id: number }): Promise<MissingSecondFactor | undefined> {
    if (!this.appliesTo(person)) return undefined
    // The caller's connection is used: callers are in a transaction, and waiting for a second connection could exhaust the pool.
    if (!this.#hasBegun) await store.beginRequirement(db, this.#deps.clock.now())
    return this.missing(await store.graceOf(db, person.id))
  }

  /** Tells whether a sign-in with a password also needs a passkey: the person must have a second factor and has a passkey. */
  async asksForPasskey(db: Db, person: Person & { id: number }): Promise<boolean> {
    if (!this.appliesTo(person)) return false
    return (await store.countSecondFactors(db, person.id)).passkeys > 0
  }

  /**
   * Refuses a removal that leaves the person without a required second factor. Call it after the removal, in the same transaction.
   */
  async refuseWithoutAny(tx: Tx, person: Person & { id: number }): Promise<void> {
    if (!this.appliesTo(person)) return
    const { apps, passkeys } = await store.countSecondFactors(tx, person.id)
    if (apps + passkeys === 0) refuse('SECOND_FACTOR_NEEDED')
  }

  /**
   * Tells whether the person's only second factor is required. Call it after adding a factor: if true, sessions that were opened
   * without a factor must end.
   */
  async isFirst(tx: Tx, person: Person & { id: number }): Promise<boolean> {
    if (!this.appliesTo(person)) return false
    const { apps, passkeys } = await store.countSecondFactors(tx, person.id)
    return apps + passkeys === 1
  }

  async withSecondFactor(db: Db, userIds: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set(userIds.length === 0 ? [] : await store.withSecondFactor(db, userIds))
  }

  /** Lists people who must set up a second factor: those of an admin's business, or all for a superadmin. */
  async listLacking(caller: Caller, page: PageRequest): Promise<Page<LackingSecondFactor>> {
    const { role, businessId } = caller
    if (role !== 'superadmin' && businessId === null) refuse('FORBIDDEN')
    if (!this.isOn) return pageOf([], 0, page)
    await this.begin()
    const within = role === 'superadmin' ? null : businessId
    const { rows, total } = await store.pageOfLacking(this.#deps.database.kysely, within, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map((row) => this.#presentLacking(row)), meta }
  }

  readonly #presentLacking = ({ graceFrom, ...row }: store.LackingRow): LackingSecondFactor => ({
    ...row,
    ...(this.missing(graceFrom) ?? { dueAt: graceFrom.toISOString(), isOverdue: true }),
  })

  /** Sends mails at the beginning of the grace period and on its last day. The deadlines do not depend on this job. */
  async remind(signal?: AbortSignal): Promise<void> {
    if (!this.isOn) return
    await this.begin()
    const since = new Date(this.#deps.clock.now().getTime() - secondFactorGrace.graceMs)
    let afterId = 0
    for (;;) {
      const people = await store.lackingSince(this.#deps.database.kysely, {
        since,
        afterId,
        most: mailedAtOnce,
      })
      await this.#deps.database.transaction((tx) => queueMails(tx, people.map(this.#mailTo)))
      const last = people.at(-1)
      if (!last || people.length < mailedAtOnce || signal?.aborted) return
      afterId = last.id
    }
  }

  /** Each of the two mails is sent once. If the job runs only on the last day, the first mail is skipped. */
  readonly #mailTo = (person: store.RemindedRow) => {
    const { clock, publicUrl, ownOrigin } = this.#deps
    const { id, email: to, language, graceFrom } = person
    const dueAt = dueAfter(graceFrom)
    const isLastDay = clock.now().getTime() >= dueAt.getTime() - secondFactorGrace.lastMailMs
    const facts = {
      hello: greeting(language, person),
      dueAt,
      link: `${publicUrl ?? ownOrigin()}/settings#second-factor-heading`,
    }
    const mail = (stage: 'begins' | 'ends') => ({
      to,
      language,
      expiresAt: dueAt,
      ...secondFactorDueMail(language, { ...facts, stage }),
      occasion: `second-factor-due:${id}:${stage}:${dueAt.toISOString()}`,
      seller: null,
    })
    return mail(isLastDay ? 'ends' : 'begins')
  }
}

const dueAfter = (graceFrom: Date): Date => new Date(graceFrom.getTime() + secondFactorGrace.graceMs)
