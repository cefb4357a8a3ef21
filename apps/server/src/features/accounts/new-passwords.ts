/** The one way from a chosen password to its hash. */
import { staffPasswordMinLength, type Role } from '@apogee/contracts/limits.ts'
import type { Passwords } from '#server/platform/passwords.ts'
import { refuse } from '#server/policy/refusal.ts'

interface NewPasswordsDependencies {
  passwords: Passwords
  /** False where the specification's rules alone hold. */
  strictPasswords: boolean
}

export interface PasswordOwner {
  role: Role
  email: string
  /** Names of the person and of their business. */
  names: readonly (string | null)[]
}

export class NewPasswords {
  readonly #deps: NewPasswordsDependencies

  constructor(deps: NewPasswordsDependencies) {
    this.#deps = deps
  }

  /** Refuses a password that is too short for its owner's role or easy to guess: docs/decisions/passwords-in-live.md. */
  async hash(password: string, { role, email, names }: PasswordOwner): Promise<string> {
    if (this.#deps.strictPasswords) {
      if (role !== 'student' && password.length < staffPasswordMinLength) refuse('PASSWORD_SHORT_FOR_STAFF')
      const own = [email.split('@')[0], ...names, 'Apogee'].filter((word) => typeof word === 'string')
      const { isCommonPassword } = await import('#server/platform/common-passwords.ts')
      if (await isCommonPassword(password, own)) refuse('PASSWORD_COMMON')
    }
    return this.#deps.passwords.hash(password)
  }
}
