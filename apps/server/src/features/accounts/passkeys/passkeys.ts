/** Adds, uses and removes passkeys for sign-in and re-authentication (docs/decisions/authentication.md). */
import type { CreatedCredential, Passkey, UsedCredential } from '@apogee/contracts/accounts/passkeys.ts'
import type { SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { passkeyLimits } from '@apogee/contracts/limits.ts'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { tokenDigest } from '#server/platform/secrets/tokens.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import { Refusal, refuse } from '#server/policy/refusal.ts'
import { failureLimits, passkeyLife } from '../accounts.rules.ts'
import type { SignedIn } from '../present-user.ts'
import * as accounts from '../accounts.store.ts'
import * as attemptStore from '../sign-in/failed-attempts.store.ts'
import * as tokenStore from '../sign-in/one-time-tokens.store.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import * as sessionStore from '../sign-in/sessions.store.ts'
import type { Devices } from '../sign-in/devices.ts'
import * as ceremonies from './passkey-ceremonies.ts'
import { PasskeyChallenges } from './passkey-challenges.ts'
import * as store from './passkeys.store.ts'
import type { SecondFactorRequirement } from '../second-factor/second-factor-requirement.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { passkeyLimitsOf, type CountedFailure } from '../sign-in/sign-in-limits.ts'

interface PasskeysDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  devices: Devices
  securityLog: SecurityLog
  requirement: SecondFactorRequirement
  sessions: Sessions
  consumeAttempt: (kind: CountedFailure['kind'], subject: string) => Promise<number>
  returnAttempt: (attemptId: number) => Promise<void>
  refuseIfLimited: (kind: CountedFailure['kind'], subject: string) => Promise<void>
  openSession: (
    tx: Tx,
    user: accounts.UserRow,
    visitor: ClientInfo,
    secondFactor: sessionStore.SecondFactorProof,
  ) => Promise<SignedIn>
}

/** Combines an authenticator's answer with facts about the request that sent it. */
interface Presented {
  credential: UsedCredential
  use: string
  origin: string
  address: string
  /** The passkey must belong to this person. Null accepts any person's passkey. */
  only: number | null
  limitsOf: (known: store.KnownPasskey | undefined) => Promise<readonly CountedFailure[]>
}

const signInUse = 'sign in'
const proofOf = (caller: Caller) => `proof of session ${sessionOf(caller)}`
const limitOfSession = (caller: Caller) => ({
  kind: 'passkey.session' as const,
  subject: `session ${sessionOf(caller)}`,
})
const additionOf = (caller: Caller) => `addition in session ${sessionOf(caller)}`

export class Passkeys {
  readonly #deps: PasskeysDependencies
  readonly #challenges: PasskeyChallenges

  constructor(deps: PasskeysDependencies) {
    this.#deps = deps
    this.#challenges = new PasskeyChallenges(deps)
  }

  async list({ userId }: Caller): Promise<Passkey[]> {
    const found = await store.passkeysOf(this.#deps.database.kysely, userId)
    return found.map(presentPasskey)
  }

  /** @param origin the page's origin, which the passkey will belong to */
  async begin(caller: Caller, origin: string) {
    // This limit is checked here too, so that the browser does not create a passkey that could not be added.
    await this.#deps.refuseIfLimited('passkey.add', String(caller.userId))
    const known = await store.credentialsOf(this.#deps.database.kysely, caller.userId)
    if (known.length >= passkeyLimits.perPerson) refuse('TOO_MANY_PASSKEYS')
    // All passkeys of a person share one handle. An authenticator then replaces its former passkey of the person instead of
    // offering both.
    const userHandle = known[0]?.userHandle ?? randomBytes(32)
    const challenge = this.#challenges.give(additionOf(caller), userHandle)
    const { email, name } = caller
    return ceremonies.creationOptions(ceremonies.relyingPartyOf(origin), {
      challenge,
      userHandle,
      known,
      person: { email, name },
    })
  }

  async add(
    caller: Caller,
    { name, credential }: { name: string; credential: CreatedCredential },
    origin: string,
  ): Promise<Passkey> {
    const { database, clock, consumeAttempt, returnAttempt } = this.#deps
    const { userId, address } = caller
    const open = this.#challenges.read(additionOf(caller), credential.response.clientDataJSON)
    if (!open?.userHandle) refuse('PASSKEY_EXPIRED')
    const { challenge, userHandle } = open
    const party = ceremonies.relyingPartyOf(origin)
    const { kind, subject } = limitOfSession(caller)
    const attempt = await consumeAttempt(kind, subject)
    const made =
      (await this.#unlessWrong(() => ceremonies.verifyCreated(credential, { challenge, party }))) ??
      refuse('PASSKEY_REFUSED')
    await consumeAttempt('passkey.add', String(userId))
    const passkey = await database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('UNAUTHENTICATED')
      // The session may have ended during the request, for example because the owner ended the session of a thief.
      if (!(await sessionStore.isSessionLive(tx, userId, sessionOf(caller)))) refuse('UNAUTHENTICATED')
      if (!(await this.#challenges.spend(tx, open))) refuse('PASSKEY_EXPIRED')
      const known = await store.credentialsOf(tx, userId)
      if (known.length >= passkeyLimits.perPerson) refuse('TOO_MANY_PASSKEYS')
      // Two first passkeys that are created concurrently have different handles. The one that is added first decides the handle.
      if (known[0] && !known[0].userHandle.equals(userHandle)) refuse('PASSKEY_EXPIRED')
      const added = await store.insertPasskey(tx, { ...made, userId, userHandle, name, now: clock.now() })
      if (!added) refuse('PASSKEY_REFUSED')
      if (known.length === 0) await sessionStore.setFirstFactor(tx, sessionOf(caller))
      if (await this.#deps.requirement.isFirst(tx, user))
        await sessionStore.deleteOtherSessions(tx, userId, sessionOf(caller))
      await this.#record(tx, 'passkey.added', user, { name, address })
      return presentPasskey(added)
    })
    await returnAttempt(attempt)
    return passkey
  }

  async countOf(tx: Tx, userId: number): Promise<number> {
    return (await store.credentialsOf(tx, userId)).length
  }

  async rename({ userId }: Caller, id: number, name: string): Promise<Passkey> {
    const renamed = await store.renamePasskey(this.#deps.database.kysely, userId, { id, name })
    return presentPasskey(renamed ?? refuse('NOT_FOUND'))
  }

  /**
   * Ends the other sessions and the trust in other browsers, because removing a lost or copied passkey ends what it opened.
   * @param device the cookie of this browser
   */
  async remove(caller: Caller, id: number, device: string | undefined): Promise<void> {
    const { database, devices } = this.#deps
    const { userId, address } = caller
    await database.transaction(async (tx) => {
      const user = (await accounts.lockUser(tx, userId)) ?? refuse('UNAUTHENTICATED')
      const name = (await store.deletePasskey(tx, userId, id)) ?? refuse('NOT_FOUND')
      await this.#deps.requirement.refuseWithoutAny(tx, user)
      await devices.askForSecondFactor(tx, userId, device)
      await tokenStore.deleteOneTimeTokens(tx, userId, ['sign_in', 'second_factor'])
      await sessionStore.deleteOtherSessions(tx, userId, sessionOf(caller))
      await this.#record(tx, 'passkey.removed', user, { name, address })
    })
  }

  /** Reads no account, so everybody gets the same options. */
  beginSignIn(origin: string) {
    const challenge = this.#challenges.give(signInUse)
    return ceremonies.requestOptions(ceremonies.relyingPartyOf(origin), challenge)
  }

  /**
   * Serves the passkeys of the account whose first step was completed.
   * @param firstStep the value of the browser's cookie
   * @returns null without passkeys or without a first step
   */
  async beginSecondStep(firstStep: string | undefined, origin: string) {
    const { database, clock } = this.#deps
    if (firstStep === undefined) return null
    const digest = tokenDigest(firstStep)
    const userId = await tokenStore.ownerOfToken(database.kysely, 'second_factor', digest, clock.now())
    return userId === undefined ? null : this.#optionsOf(userId, signInUse, origin)
  }

  /** Counts as both steps, because the authenticator has verified the person. */
  completeSignIn(
    {
      credential,
      rememberDevice,
      origin,
    }: { credential: UsedCredential; rememberDevice: boolean; origin: string },
    visitor: ClientInfo,
  ): Promise<SignedIn> {
    const { devices, openSession } = this.#deps
    const presented: Presented = {
      credential,
      use: signInUse,
      origin,
      address: visitor.address,
      only: null,
      limitsOf: (known) => passkeyLimitsOf(devices, { userId: known?.userId, visitor }),
    }
    return this.#used(presented, async (tx, user) => {
      if (visitor.language) await accounts.setLanguage(tx, user.id, visitor.language)
      const opened = await openSession(tx, user, visitor, 'passkey')
      if (rememberDevice) await devices.skipSecondFactor(tx, user.id, opened.device)
      return opened
    })
  }

  /** Returns null for a person without passkeys. */
  beginProof(caller: Caller, origin: string) {
    return this.#optionsOf(caller.userId, proofOf(caller), origin)
  }

  /** Re-authenticates by a passkey instead of password and code. Returns the session's new token. */
  async prove(caller: Caller, credential: UsedCredential, origin: string): Promise<string> {
    const { userId, address } = caller
    const presented: Presented = {
      credential,
      use: proofOf(caller),
      origin,
      address,
      only: userId,
      limitsOf: () => Promise.resolve([limitOfSession(caller)]),
    }
    return this.#used(presented, async (tx) => {
      await sessionStore.setSecondFactor(tx, sessionOf(caller), 'passkey')
      return this.#deps.sessions.renewProven(caller, tx)
    })
  }

  /**
   * Removes passkeys that the owner of the address may not have added: all passkeys of an account whose address was never verified,
   * and recent ones of any other account.
   */
  async forgetUnlessOwn(
    tx: Tx,
    user: accounts.UserRow,
    contestedSince = new Date(this.#deps.clock.now().getTime() - passkeyLife.contestedMs),
  ): Promise<void> {
    const since = user.emailVerifiedAt ? contestedSince : new Date(0)
    for (const name of await store.deletePasskeysSince(tx, user.id, since))
      await this.#record(tx, 'passkey.removed', user, { name, address: null })
  }

  async #optionsOf(userId: number, use: string, origin: string) {
    const known = await store.credentialsOf(this.#deps.database.kysely, userId)
    if (known.length === 0) return null
    return ceremonies.requestOptions(ceremonies.relyingPartyOf(origin), this.#challenges.give(use), known)
  }

  /** Runs `take` for a valid answer of a passkey, in the transaction that spends its challenge. */
  async #used<T>(presented: Presented, take: (tx: Tx, user: accounts.UserRow) => Promise<T>): Promise<T> {
    const { database, clock } = this.#deps
    const { credential, use, origin, only } = presented
    const open = this.#challenges.read(use, credential.response.clientDataJSON) ?? refuse('PASSKEY_EXPIRED')
    const credentialId = Buffer.from(credential.rawId, 'base64url')
    const known = await store.passkeyByCredential(database.kysely, credentialId)
    // Each attempt is counted before the check and uncounted when it was right. Concurrent attempts can therefore not exceed the
    // limit.
    const attempts = await this.#countAll(presented, known)
    if (!known || !isOf(known, only) || !isHandleOf(known, credential))
      return this.#refuseFor(presented, known)
    const { challenge } = open
    const party = ceremonies.relyingPartyOf(origin)
    const { publicKey } = known
    const seen =
      (await this.#unlessWrong(() => ceremonies.verifyUsed(credential, { challenge, party, publicKey }))) ??
      (await this.#refuseFor(presented, known))
    const end = await database.transaction(async (tx) => {
      const user = await accounts.lockUser(tx, known.userId)
      // The passkey is read again under the lock, because it may have been removed or used in the meantime.
      const current = user && (await store.passkeyByCredential(tx, credentialId))
      if (!user || !current) refuse('PASSKEY_REFUSED')
      // This is the answer of an earlier request sent again, so the attempt stays counted.
      if (!(await this.#challenges.spend(tx, open))) refuse('PASSKEY_EXPIRED')
      if (ceremonies.isFalling(seen.counter, current.counter)) return 'copied'
      await store.recordPasskeyUse(tx, { ...seen, id: current.id, now: clock.now() })
      return { taken: await take(tx, user) }
    })
    if (end === 'copied') {
      await this.#recordCopy(known)
      return this.#refuseFor(presented, known)
    }
    for (const attempt of attempts) await this.#deps.returnAttempt(attempt)
    return end.taken
  }

  async #countAll(presented: Presented, known: store.KnownPasskey | undefined): Promise<number[]> {
    const attempts: number[] = []
    for (const limit of await presented.limitsOf(known))
      attempts.push(await this.#countOrLog(limit, presented, known))
    return attempts
  }

  /** An attempt above the limit is written to the activity log before it is refused. */
  async #countOrLog(
    { kind, subject }: CountedFailure,
    { only, address }: Presented,
    known: store.KnownPasskey | undefined,
  ): Promise<number> {
    const { database, consumeAttempt, securityLog } = this.#deps
    try {
      return await consumeAttempt(kind, subject)
    } catch (error) {
      if (error instanceof Refusal)
        await securityLog.countActivity(database.kysely, {
          kind: only === null ? 'signIn.limited' : 'secondFactor.limited',
          actor: null,
          address,
          subjectId: only ?? known?.userId ?? null,
        })
      throw error
    }
  }

  /** Returns null when the library rejects the answer by throwing an error. */
  async #unlessWrong<T>(verify: () => Promise<T>): Promise<T | null> {
    try {
      return await verify()
    } catch (error) {
      this.#deps.log.info({ why: error instanceof Error ? error.message : error }, 'passkey refused')
      return null
    }
  }

  /** Refuses the passkey and counts the failure in the activity log, as a failed sign-in or as a failed second factor. */
  async #refuseFor(presented: Presented, known: store.KnownPasskey | undefined): Promise<never> {
    const { database, securityLog } = this.#deps
    const { only, address } = presented
    // Valid answers never reach this limit, so strangers cannot lock the owner out.
    if (only === null && known)
      await this.#countOrLog({ kind: 'passkey.account', subject: String(known.userId) }, presented, known)
    await securityLog.countActivity(database.kysely, {
      kind: only === null ? 'signIn.failed' : 'secondFactor.failed',
      actor: null,
      address,
      subjectId: only ?? known?.userId ?? null,
    })
    return refuse('PASSKEY_REFUSED')
  }

  /** Logs the copied passkey and notifies its owner, once a day for each passkey. */
  async #recordCopy({ id, userId, name }: store.KnownPasskey): Promise<void> {
    const { database, clock, log } = this.#deps
    log.warn({ userId, passkeyId: id }, 'passkey refused: its counter did not rise')
    const now = clock.now()
    const { most, withinMs } = failureLimits['passkey.copied']
    const subject = `${userId}|${id}`
    await database.transaction(async (tx) => {
      await attemptStore.lockFailures(tx, 'passkey.copied', subject)
      const since = new Date(now.getTime() - withinMs)
      if ((await attemptStore.countFailures(tx, 'passkey.copied', subject, since)).count >= most) return
      await attemptStore.recordFailure(tx, 'passkey.copied', subject, now)
      const user = await accounts.userById(tx, userId)
      if (user) await this.#record(tx, 'passkey.copied', user, { name, address: null })
    })
  }

  /** `address` null means that nobody is signed in. */
  #record(
    tx: Tx,
    kind: SecurityKind,
    { id, businessId }: accounts.UserRow,
    { name, address }: { name: string; address: string | null },
  ): Promise<void> {
    return this.#deps.securityLog.recordSecurityEvent(tx, {
      kind,
      businessId,
      subjectId: id,
      details: { name },
      actor: address === null ? null : { userId: id, address },
    })
  }
}

const isOf = (known: store.KnownPasskey, only: number | null) => only === null || known.userId === only

/** Authenticators that are told which credential to use may omit the handle. */
const isHandleOf = ({ userHandle }: store.KnownPasskey, { response }: UsedCredential) =>
  response.userHandle === undefined ||
  response.userHandle === null ||
  userHandle.equals(Buffer.from(response.userHandle, 'base64url'))

const presentPasskey = ({ createdAt, lastUsedAt, ...row }: store.PasskeyRow): Passkey => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
