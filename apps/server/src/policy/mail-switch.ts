/** Switches the mails of one kind off and on, in the settings and by the links of the mails. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { MailStops, type MailKind } from '#server/platform/mail/mail-stops.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Caller } from './caller.ts'
import { refuse } from './refusal.ts'

/** Remembers who receives no mails of the kind. */
interface StopStore {
  hasStopped: (db: Db, userId: number) => Promise<boolean>
  insertStop: (db: Db, userId: number, at: Date) => Promise<void>
  deleteStop: (db: Db, userId: number) => Promise<void>
}

export class MailSwitch extends MailStops {
  readonly #deps: { database: Database; clock: Clock }
  /** The store may be imported with the first setting or link. */
  readonly #store: () => Promise<StopStore>

  constructor(
    deps: { database: Database; clock: Clock; keys: Keys },
    kind: MailKind,
    store: () => Promise<StopStore>,
  ) {
    super(deps.keys, kind)
    this.#deps = deps
    this.#store = store
  }

  async read({ userId }: Caller): Promise<{ wanted: boolean }> {
    return { wanted: !(await (await this.#store()).hasStopped(this.#deps.database.kysely, userId)) }
  }

  /** Saves the choice that the link in a mail also changes. */
  async save({ userId }: Caller, wanted: boolean): Promise<{ wanted: boolean }> {
    const { deleteStop, insertStop } = await this.#store()
    const { kysely } = this.#deps.database
    await (wanted ? deleteStop(kysely, userId) : insertStop(kysely, userId, this.#deps.clock.now()))
    return { wanted }
  }

  /** Ends the mails for the holder of a mail's link. The call is idempotent. */
  async stop(token: string): Promise<void> {
    const userId = this.readerOf(token) ?? refuse('NOT_FOUND')
    await (await this.#store()).insertStop(this.#deps.database.kysely, userId, this.#deps.clock.now())
  }

  /** Reverses `stop` for the holder of the same link. */
  async resume(token: string): Promise<void> {
    const userId = this.readerOf(token) ?? refuse('NOT_FOUND')
    await (await this.#store()).deleteStop(this.#deps.database.kysely, userId)
  }

  async forgetPerson(tx: Tx, userId: number): Promise<void> {
    await (await this.#store()).deleteStop(tx, userId)
  }
}
