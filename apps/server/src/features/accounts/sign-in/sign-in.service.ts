/**
 * Signs people in through Google or GitHub. A sign-in starts with a sealed attempt and ends with a code that only the same browser
 * can exchange.
 */
import type { SignInProblem } from '@apogee/contracts/accounts/sign-in.ts'
import type { Logger } from 'pino'
import {
  SignInFailure,
  type ProvenIdentity,
  type SignInAttempt,
  type SignInProviderName,
  type SignInProviders,
} from '#server/adapters/sign-in/port.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { linkedMail } from '../accounts.mail.ts'
import type { Accounts } from '../accounts.service.ts'
import type { SignedIn } from '../present-user.ts'
import * as store from '../accounts.store.ts'
import * as attemptStore from './failed-attempts.store.ts'
import * as tokenStore from './one-time-tokens.store.ts'
import * as sessionStore from './sessions.store.ts'
import type { FirstStep } from '../second-factor/second-factor.ts'
import { acceptableName, accountEmail, isNewAddress, ownPath, signInLife } from './sign-in.rules.ts'
import * as identities from './sign-in.store.ts'
import { refuseTakenAddress } from '../email-address/email-conflict.ts'

/** The sealed attempt is stored in the browser's cookie. Others cannot create one, and the browser cannot read it. */
interface KeptAttempt extends SignInAttempt {
  redirect: string | null
  expiresAt: number
}

/** The field `redirect` is the page that the person requested. */
export type SignInEnd =
  | { outcome: 'proven'; code: string; browserSecret: string; redirect: string | null }
  | { outcome: 'not proven'; problem: SignInProblem; redirect: string | null }

const sealPurpose = 'sign-in attempt'

interface SignInDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  signInProviders: SignInProviders
  accounts: Accounts
  /** Links in mail begin with this origin. */
  publicUrl: string | null
  ownOrigin: () => string
}

export class SignIn {
  readonly #deps: SignInDependencies
  readonly forgetIdentities = identities.deleteIdentitiesOf

  constructor(deps: SignInDependencies) {
    this.#deps = deps
  }

  readonly #now = () => this.#deps.clock.now().getTime()

  readonly #startOf = (provider: SignInProviderName) =>
    this.#deps.signInProviders[provider] ? `/api/auth/${provider}` : null

  /** Returns the provider's address, to which the browser goes, and the content of the cookie with the attempt. */
  async begin(
    provider: SignInProviderName,
    { redirect, redirectUri }: { redirect: string | undefined; redirectUri: string },
  ): Promise<{ location: string; kept: string } | { problem: SignInProblem }> {
    const adapter = this.#deps.signInProviders[provider]
    if (!adapter) return { problem: 'unset' }
    const attempt: KeptAttempt = {
      state: newToken(),
      nonce: newToken(),
      codeVerifier: newToken(),
      redirectUri,
      redirect: ownPath(redirect),
      expiresAt: this.#now() + signInLife.attemptMs,
    }
    try {
      const location = await adapter.authorizationUrl(attempt)
      const kept = this.#deps.keys.seal(sealPurpose, JSON.stringify(attempt), provider).toString('base64url')
      return { location: location.href, kept }
    } catch (error) {
      return { problem: this.#problemOf(provider, error) }
    }
  }

  /**
   * Handles the provider's answer. Each state is accepted once, within its lifetime, in the browser whose cookie holds the attempt.
   */
  async finish(
    provider: SignInProviderName,
    { kept, answer, visitor }: { kept: string | undefined; answer: URLSearchParams; visitor: ClientInfo },
  ): Promise<SignInEnd> {
    const adapter = this.#deps.signInProviders[provider]
    const attempt = this.#openAttempt(provider, kept)
    const redirect = attempt?.redirect ?? null
    const end = (problem: SignInProblem): SignInEnd => ({ outcome: 'not proven', problem, redirect })
    if (!adapter) return end('unset')
    if (!attempt || answer.get('state') !== attempt.state || attempt.expiresAt <= this.#now())
      return end('expired')
    const isFirst = await identities.spendState(
      this.#deps.database.kysely,
      tokenDigest(attempt.state),
      new Date(attempt.expiresAt),
    )
    if (!isFirst) return end('expired')
    try {
      await this.#deps.accounts.refuseIfLimited('sign-in.address', visitor.address)
      const identity = await adapter.identify(attempt, answer)
      const code = newToken()
      const browserSecret = newToken()
      const isKnown = await this.#deps.database.transaction(async (tx) => {
        const userId = await this.#accountOf(tx, provider, identity, visitor)
        if (userId === null) return false
        await tokenStore.insertOneTimeToken(tx, {
          userId,
          purpose: 'sign_in',
          tokenSha256: digestOf(code, browserSecret),
          expiresAt: new Date(this.#now() + signInLife.codeMs),
        })
        return true
      })
      return isKnown ? { outcome: 'proven', code, browserSecret, redirect } : end('unverified')
    } catch (error) {
      if (error instanceof SignInFailure && error.reason === 'refused') {
        await attemptStore.recordFailure(
          this.#deps.database.kysely,
          'sign-in.address',
          visitor.address,
          this.#deps.clock.now(),
        )
      }
      return end(this.#problemOf(provider, error))
    }
  }

  #openAttempt(provider: SignInProviderName, kept: string | undefined): KeptAttempt | null {
    if (!kept || kept.length > 4000) return null
    try {
      return JSON.parse(
        this.#deps.keys.open(sealPurpose, Buffer.from(kept, 'base64url'), provider),
      ) as KeptAttempt
    } catch {
      // The attempt was not sealed by this server, or it belongs to another provider.
      return null
    }
  }

  /**
   * Returns the account of this identity. An identity without a linked account gets the account of its verified address, or a new
   * one. Null means that the provider verifies no address that could be used.
   */
  async #accountOf(
    tx: Tx,
    provider: SignInProviderName,
    identity: ProvenIdentity,
    visitor: ClientInfo,
  ): Promise<number | null> {
    const { subject } = identity
    const linked = await identities.userOfIdentity(tx, provider, subject)
    if (linked !== undefined) return linked
    const email = accountEmail(identity.verifiedEmail)
    if (email === null) return null
    const opened = isNewAddress(email) ? await this.#openAccount(tx, email, identity.name, visitor) : null
    const userId = opened ?? (await this.#takeOver(tx, provider, email))
    if (userId === null) return isNewAddress(email) ? refuse('EMAIL_EXISTS') : null
    await identities.linkIdentity(tx, { provider, subject, userId, now: this.#deps.clock.now() })
    await this.#deps.accounts.securityLog.recordActivity(tx, {
      kind: 'identity.linked',
      actor: { userId, address: visitor.address },
      subjectId: userId,
      businessId: (await store.userById(tx, userId))?.businessId ?? null,
      details: { provider },
    })
    return userId
  }

  /** Returns null when the address is taken. */
  async #openAccount(
    tx: Tx,
    email: string,
    name: string | null,
    visitor: ClientInfo,
  ): Promise<number | null> {
    const { language } = visitor
    const student = { email, name: acceptableName(name), role: 'student', businessId: null } as const
    const account = { ...student, passwordHash: null, language }
    const created = await store.insertUser(tx, account, this.#deps.clock.now()).catch(refuseTakenAddress)
    if (!created) return null
    await emit(tx, 'account.registered', { userId: created.id })
    await this.#deps.accounts.consents.recordNewest(tx, created.id, 'provider')
    await this.#deps.accounts.emailProof.markEmailVerified(tx, created.id)
    return created.id
  }

  /**
   * Prepares the account of a verified address for its first sign-in through a provider. All sessions end and the owner is mailed.
   * If the account's address was never verified, another person may have registered it, so its password, second factor and links
   * are removed. A verified account keeps its password.
   */
  async #takeOver(tx: Tx, provider: SignInProviderName, email: string): Promise<number | null> {
    const found = await store.userByEmail(tx, email)
    const user = found && (await store.lockUser(tx, found.id))
    if (!user) return null
    await sessionStore.deleteSessionsOf(tx, user.id, null)
    await this.#deps.accounts.emailChanges.endOpen(tx, user.id)
    await tokenStore.deleteOneTimeTokens(tx, user.id, [
      'verify_email',
      'reset_password',
      'sign_in',
      'second_factor',
    ])
    const wasProven = user.emailVerifiedAt !== null
    if (!wasProven) {
      await store.setPasswordHash(tx, user.id, null)
      await this.#deps.accounts.devices.forgetAll(tx, user.id)
      await this.#deps.accounts.secondFactor.forgetUnlessOwn(tx, user)
      await this.#deps.accounts.passkeys.forgetUnlessOwn(tx, user)
      await this.#deps.accounts.emailProof.markEmailVerified(tx, user.id)
    }
    const link = `${this.#deps.publicUrl ?? this.#deps.ownOrigin()}/forgot-password`
    await queueMail(tx, {
      to: user.email,
      language: user.language,
      ...linkedMail(user.language, {
        provider,
        keepsPassword: wasProven && user.passwordHash !== null,
        link,
      }),
      occasion: `sign-in-linked:${provider}:${user.id}:${this.#now()}`,
      seller: null,
    })
    return user.id
  }

  #problemOf(provider: SignInProviderName, error: unknown): SignInProblem {
    if (error instanceof Refusal) return error.code === 'TOO_MANY_ATTEMPTS' ? 'busy' : 'failed'
    if (!(error instanceof SignInFailure)) throw error
    if (error.reason === 'cancelled') return 'cancelled'
    this.#deps.log.warn(
      { provider, reason: error.reason, why: error.message },
      'sign-in through a provider failed',
    )
    return 'failed'
  }

  /** Exchanges the code for a session. The browser must also send the second half of the code from its cookie. */
  async complete(
    { code, browserSecret }: { code: string; browserSecret: string | undefined },
    visitor: ClientInfo,
  ): Promise<SignedIn | FirstStep> {
    if (!browserSecret) refuse('LINK_EXPIRED')
    return this.#deps.database.transaction(async (tx) => {
      const digest = digestOf(code, browserSecret)
      const now = this.#deps.clock.now()
      const owner = await tokenStore.ownerOfToken(tx, 'sign_in', digest, now)
      // The lock waits for a concurrent setup of a second factor. Without the lock, this sign-in could miss the new factor.
      const user = owner === undefined ? undefined : await store.lockUser(tx, owner)
      if (!user || !(await tokenStore.useOneTimeToken(tx, 'sign_in', digest, now))) refuse('LINK_EXPIRED')
      if (visitor.language) await store.setLanguage(tx, user.id, visitor.language)
      return this.#deps.accounts.secondFactor.afterFirstStep(tx, user, visitor)
    })
  }

  providers() {
    return { google: this.#startOf('google'), github: this.#startOf('github') }
  }

  readonly deleteSpentStates = (before: Date) =>
    identities.deleteSpentStates(this.#deps.database.kysely, before)
}

const digestOf = (code: string, browserSecret: string) => tokenDigest(`${code}.${browserSecret}`)
