/** Creates the hash of every password that a person chooses. */
import { staffPasswordMinLength, type Role } from '@apogee/contracts/limits.ts'
import type { BreachedPasswords } from '#server/platform/secrets/breached-passwords.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from '../accounts.store.ts'

interface NewPasswordsDependencies {
  database: Database
  passwords: Passwords
  /** False applies only the rules for passwords that the specification states. */
  strictPasswords: boolean
  breachedPasswords: BreachedPasswords | null
}

export interface PasswordOwner {
  role: Role
  email: string
  name: string | null
  /** A name means that the business is being founded and has no id yet. */
  business: { id: number | null } | { name: string }
}

export class NewPasswords {
  readonly #deps: NewPasswordsDependencies

  constructor(deps: NewPasswordsDependencies) {
    this.#deps = deps
  }

  /** Refuses a password that is too short for its owner's role or easy to guess (docs/decisions/secrets.md). */
  async hash(password: string, owner: PasswordOwner): Promise<string> {
    if (this.#deps.strictPasswords) {
      if (owner.role !== 'student' && password.length < staffPasswordMinLength)
        refuse('PASSWORD_SHORT_FOR_STAFF')
      const own = [owner.email, owner.name, await this.#businessName(owner), 'Apogee']
      const { isCommonPassword } = await import('#server/platform/secrets/common-passwords.ts')
      if (
        await isCommonPassword(
          password,
          own.filter((text) => typeof text === 'string'),
        )
      )
        refuse('PASSWORD_COMMON')
      if (await this.#deps.breachedPasswords?.has(password)) refuse('PASSWORD_COMMON')
    }
    return this.#deps.passwords.hash(password)
  }

  async #businessName({ business }: PasswordOwner): Promise<string | null | undefined> {
    if ('name' in business) return business.name
    return business.id === null ? null : store.businessName(this.#deps.database.kysely, business.id)
  }
}
