import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { greeting } from '../accounts.mail.ts'
import * as accounts from '../accounts.store.ts'
import * as attemptStore from '../sign-in/failed-attempts.store.ts'
import {
  addressChangedMail,
  addressRestoredMail,
  addressTakenMail,
  newAddressMail,
  oldAddressMail,
} from './email-changes.mail.ts'
import * as store from './email-changes.store.ts'

interface MailsDependencies {
  database: Database
  clock: Clock
  publicUrl: string | null
  ownOrigin: () => string
}

export class EmailChangeMails {
  readonly #deps: MailsDependencies

  constructor(deps: MailsDependencies) {
    this.#deps = deps
  }

  /**
   * Mails the links of a change once, even if the task runs again. The old address gets the same mail whether or not the new
   * address has an account. Above its limit, the new address gets no mail, so that nobody can flood a mailbox.
   */
  async mailLinks({ changeId, origin }: { changeId: number; origin: string }): Promise<void> {
    const { database, clock } = this.#deps
    const now = clock.now()
    await database.transaction(async (tx) => {
      const change = await store.openChange(tx, changeId, now)
      const user = change && !change.mailedAt && (await accounts.userById(tx, change.userId))
      if (!change || !user) return
      const counted = await attemptStore.recordWithin(
        tx,
        'email-change.address',
        change.newEmail.toLowerCase(),
        now,
      )
      const owner = await accounts.userByEmail(tx, change.newEmail)
      const forNew = counted && !owner ? newToken() : null
      const forOld = change.needsOld ? newToken() : null
      const set = await store.setLinks(tx, change.id, {
        newSha256: digestOf(forNew),
        oldSha256: digestOf(forOld),
        now,
      })
      if (!set) return
      const { language } = user
      const linkOf = (token: string) => `${origin}/change-email/${token}`
      const occasion = (to: string) => `email-change:${change.id}:${to}`
      const expiresAt = change.expiresAt
      if (forNew !== null) {
        const mail = newAddressMail(language, linkOf(forNew))
        await queueMail(tx, {
          to: change.newEmail,
          language,
          ...mail,
          expiresAt,
          occasion: occasion('new'),
          seller: null,
        })
      } else if (owner && counted) {
        const mail = addressTakenMail(owner.language, greeting(owner.language, owner))
        const { email: to, language: ownersLanguage } = owner
        await queueMail(tx, {
          to,
          language: ownersLanguage,
          ...mail,
          occasion: occasion('taken'),
          seller: null,
        })
      }
      if (forOld !== null) {
        const hello = greeting(language, user)
        const mail = oldAddressMail(language, { hello, email: change.newEmail, link: linkOf(forOld) })
        await queueMail(tx, {
          to: user.email,
          language,
          ...mail,
          expiresAt,
          occasion: occasion('old'),
          seller: null,
        })
      }
    })
  }

  /** Mails the former address. Call it in the transaction that changes the address. */
  async mailChanged(
    tx: Tx,
    user: accounts.UserRow,
    { changeId, undo, email }: { changeId: number; undo: string; email: string },
  ): Promise<void> {
    const { language } = user
    const link = `${this.#origin()}/change-email/${undo}`
    const mail = addressChangedMail(language, { hello: greeting(language, user), email, link })
    await queueMail(tx, {
      to: user.email,
      language,
      ...mail,
      occasion: `email-change:${changeId}:done`,
      seller: null,
    })
  }

  /** Mails the address that the account had before the restore. */
  async mailRestored(tx: Tx, user: accounts.UserRow): Promise<void> {
    const { language } = user
    const mail = addressRestoredMail(language, greeting(language, user))
    const occasion = `email-restored:${user.id}:${this.#deps.clock.now().getTime()}`
    await queueMail(tx, { to: user.email, language, ...mail, occasion, seller: null })
  }

  readonly #origin = () => this.#deps.publicUrl ?? this.#deps.ownOrigin()
}

const digestOf = (token: string | null) => (token === null ? null : tokenDigest(token))
