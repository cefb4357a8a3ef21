/** The second factor that a live installation requires of whoever may move money: docs/decisions/required-second-factor.md. */
import type { MissingSecondFactor } from '@apogee/contracts/accounts/accounts.ts'
import type { LackingSecondFactor, Requirement } from '@apogee/contracts/accounts/second-factor.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { queueMails } from '#server/platform/mail-outbox.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { requiresSecondFactor } from '#server/policy/access.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { greeting, secondFactorDueMail } from './accounts.mail.ts'
import { secondFactorGrace } from './accounts.rules.ts'
import * as store from './second-factor-requirement.store.ts'

interface RequirementDependencies {
  database: Database
  clock: Clock
  /** False: everybody may set one up, and nobody has to. */
  requireSecondFactor: boolean
  /** The origin of links in mail. */
  publicUrl: string | null
  ownOrigin: () => string
}

type Person = { role: Role; businessId: number | null }

/** People whose mails one transaction queues. */
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

  /** Stores since when this installation requires a second factor. Once in a process it asks the database. */
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

  /** As Settings says it. */
  kindFor(person: Person): Requirement {
    if (!this.isOn) return 'demo'
    return requiresSecondFactor(person) ? 'required' : 'none'
  }

  /** @param graceFrom since when the person has lacked it; null: they lack nothing */
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
    // By the same connection: callers are in a transaction, and waiting for a second one could use up the pool.
    if (!this.#hasBegun) await store.beginRequirement(db, this.#deps.clock.now())
    return this.missing(await store.graceOf(db, person.id))
  }

  /** Whether the person has a passkey, which their sign-ins with a password then need: they have to have a second factor. */
  async asksForPasskey(db: Db, person: Person & { id: number }): Promise<boolean> {
    if (!this.appliesTo(person)) return false
    return (await store.countSecondFactors(db, person.id)).passkeys > 0
  }

  /** Call it after the removal, in its transaction: refuses where a person would be left without a required one. */
  async refuseWithoutAny(tx: Tx, person: Person & { id: number }): Promise<void> {
    if (!this.appliesTo(person)) return
    const { apps, passkeys } = await store.countSecondFactors(tx, person.id)
    if (apps + passkeys === 0) refuse('SECOND_FACTOR_NEEDED')
  }

  /** Whether a required one of this person has just become the only one: what was opened without one has to end. */
  async isFirst(tx: Tx, person: Person & { id: number }): Promise<boolean> {
    if (!this.appliesTo(person)) return false
    const { apps, passkeys } = await store.countSecondFactors(tx, person.id)
    return apps + passkeys === 1
  }

  /** Those of these people who have a second factor. */
  async withSecondFactor(db: Db, userIds: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set(userIds.length === 0 ? [] : await store.withSecondFactor(db, userIds))
  }

  /** Those who have to set one up: of an admin's business, or all for a superadmin. */
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

  /** The job: mails at the beginning of the grace and on its last day. The deadlines do not depend on it. */
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

  /** Each occasion is mailed once; a late job leaves out the first. */
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
