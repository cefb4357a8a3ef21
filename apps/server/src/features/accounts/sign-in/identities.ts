/** Lists and removes a person's Google and GitHub accounts (docs/decisions/accounts.md). */
import type { Identity } from '@apogee/contracts/accounts/identities.ts'
import {
  signInProviderNames,
  type SignInProviderName,
  type SignInProviders,
} from '#server/adapters/sign-in/port.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { providerNames } from '../accounts.mail.ts'
import type { Accounts } from '../accounts.service.ts'
import * as accounts from '../accounts.store.ts'
import * as tokenStore from './one-time-tokens.store.ts'
import * as sessionStore from './sessions.store.ts'
import * as store from './sign-in.store.ts'

interface IdentitiesDependencies {
  database: Database
  signInProviders: SignInProviders
  accounts: Accounts
}

export class Identities {
  readonly #deps: IdentitiesDependencies

  constructor(deps: IdentitiesDependencies) {
    this.#deps = deps
  }

  /** Returns one identity for each provider, even where several accounts of it are linked. */
  async list({ userId }: Caller): Promise<Identity[]> {
    const found = await store.identitiesOf(this.#deps.database.kysely, userId)
    return found.map(({ provider, linkedAt }) => ({ provider, linkedAt: linkedAt.toISOString() }))
  }

  /**
   * Removes a linked account. The other sessions, the trust in other browsers, and unfinished sign-ins end too, because the linked
   * account may have opened them.
   * @param device the cookie of this browser
   */
  async remove(caller: Caller, provider: SignInProviderName, device: string | undefined): Promise<void> {
    const { database, accounts: owner } = this.#deps
    const { userId, address } = caller
    await database.transaction(async (tx) => {
      // When two sign-in methods are removed concurrently, the second removal sees the first.
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('UNAUTHENTICATED')
      if (!(await store.deleteIdentities(tx, userId, provider))) refuse('NOT_FOUND')
      if (!(await this.#hasAnotherWayIn(tx, user))) refuse('LAST_WAY_IN')
      await owner.devices.askForSecondFactor(tx, userId, device)
      await tokenStore.deleteOneTimeTokens(tx, userId, ['sign_in', 'second_factor'])
      await sessionStore.deleteOtherSessions(tx, userId, sessionOf(caller))
      await owner.securityLog.recordSecurityEvent(tx, {
        kind: 'identity.removed',
        businessId: user.businessId,
        subjectId: userId,
        details: { name: providerNames[provider] },
        actor: { userId, address },
      })
    })
  }

  /** Tells whether the person can still sign in. Linked accounts of providers that are not configured here do not count. */
  async #hasAnotherWayIn(tx: Tx, user: accounts.UserRow): Promise<boolean> {
    if (user.passwordHash !== null) return true
    if ((await this.#deps.accounts.passkeys.countOf(tx, user.id)) > 0) return true
    const usable = signInProviderNames.filter((name) => this.#deps.signInProviders[name] !== null)
    const left = await store.identitiesOf(tx, user.id)
    return left.some(({ provider }) => usable.includes(provider))
  }
}
