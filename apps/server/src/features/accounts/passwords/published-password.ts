/** Decides who may sign in with the published password of the demo accounts. */
import type { Database } from '#server/platform/database/database.ts'
import { isLocalHost } from '#server/platform/secrets/private-networks.ts'
import type { Passwords } from '#server/platform/secrets/passwords.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as store from '../accounts.store.ts'

/** The README publishes this password. Without the variable `DEMO_PASSWORD`, all demo accounts have it. */
export const publishedPassword = 'Apogee-Demo-1'
/** RFC 2606 reserves `.test`, so nobody can own an address there. */
const demoAddress = /@apogee\.test$/i

/** Returns true when this address of the product may be reachable from the internet. */
export const isPublicUrl = (publicUrl: string | null): boolean =>
  publicUrl !== null && !isLocalHost(new URL(publicUrl).hostname)

interface PasswordChecksDependencies {
  database: Database
  passwords: Passwords
  publicUrl: string | null
}

/** All comparisons of a typed password with an account's password use this class. */
export class PasswordChecks {
  readonly #deps: PasswordChecksDependencies

  constructor(deps: PasswordChecksDependencies) {
    this.#deps = deps
  }

  /**
   * Refuses the right password of a demo account if it is the published one and the sender may be outside of the private network. A
   * wrong password gets the usual answer, so that it reveals nothing beyond the published password.
   */
  async matches(
    user: Pick<store.UserRow, 'id' | 'email' | 'passwordHash'> | undefined,
    password: string,
    { isOutside }: Pick<ClientInfo, 'isOutside'>,
  ): Promise<boolean> {
    const { passwords, publicUrl } = this.#deps
    const hash = user?.passwordHash ?? null
    if (!(await passwords.matches(hash, password))) return false
    if (user && hash !== null && password === publishedPassword && (isOutside || isPublicUrl(publicUrl)))
      if (await this.#isDemoAccount(user.id, user.email, hash)) refuse('PUBLISHED_PASSWORD')
    return true
  }

  /**
   * Recognises a demo account by its address or by its hash. Hashes are salted, so only accounts that were seeded together share
   * one.
   */
  async #isDemoAccount(id: number, email: string, hash: string): Promise<boolean> {
    return demoAddress.test(email) || (await store.sharesPasswordHash(this.#deps.database.kysely, id, hash))
  }
}
