/**
 * The device cookie recognises browsers in which a person has signed in. It signs nobody in. In a browser that the person trusts,
 * it replaces the second factor.
 */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { isSecureOrigin, type ClientInfo } from '#server/policy/client-info.ts'
import { deviceLife, secondFactorLife } from '../accounts.rules.ts'
import * as store from './devices.store.ts'

interface DevicesDependencies {
  database: Database
  clock: Clock
  publicUrl: string | null
}

export class Devices {
  readonly #deps: DevicesDependencies
  readonly forgetAll = store.forgetDevices

  constructor(deps: DevicesDependencies) {
    this.#deps = deps
  }

  readonly #unusedSince = () => new Date(this.#deps.clock.now().getTime() - deviceLife.unusedMs)

  async isKnown(userId: number, device: string | undefined): Promise<boolean> {
    if (!isDevice(device)) return false
    const sha256 = deviceDigest(userId, device)
    const db = this.#deps.database.kysely
    return (await store.knownAmong(db, { userId, sha256, usedSince: this.#unusedSince() })).isAmongThem
  }

  /** Returns true when the account has known browsers and this one is not among them. */
  async isNewTo(db: Db, userId: number, device: string | undefined): Promise<boolean> {
    const sha256 = isDevice(device) ? deviceDigest(userId, device) : null
    const known = await store.knownAmong(db, { userId, sha256, usedSince: this.#unusedSince() })
    return known.devices > 0 && !known.isAmongThem
  }

  readonly #isForeign = ({ hasPlainDevice }: Pick<ClientInfo, 'hasPlainDevice'>): boolean =>
    hasPlainDevice === true && isSecureOrigin(this.#deps.publicUrl ?? '')

  /**
   * Makes this browser known and returns the value for its device cookie. A cookie's value is kept unless another host may have set
   * it. That host would know the value, so it is replaced and forgotten.
   */
  async remember(
    tx: Tx,
    userId: number,
    { device, hasPlainDevice }: Pick<ClientInfo, 'device' | 'hasPlainDevice'>,
  ): Promise<string> {
    const isOwn = isDevice(device) && !this.#isForeign({ hasPlainDevice })
    if (isDevice(device) && !isOwn) await store.forgetDevice(tx, userId, deviceDigest(userId, device))
    const value = isOwn ? device : newToken()
    const sha256 = deviceDigest(userId, value)
    await store.rememberDevice(tx, {
      userId,
      sha256,
      now: this.#deps.clock.now(),
      most: deviceLife.mostPerAccount,
    })
    return value
  }

  /**
   * Tells whether the person trusted this browser within the last 30 days. A cookie that another host may have set never counts.
   */
  async skipsSecondFactor(
    db: Db,
    userId: number,
    { device, hasPlainDevice }: Pick<ClientInfo, 'device' | 'hasPlainDevice'>,
  ): Promise<boolean> {
    if (!isDevice(device) || this.#isForeign({ hasPlainDevice })) return false
    const sha256 = deviceDigest(userId, device)
    return store.skipsSecondFactor(db, { userId, sha256, now: this.#deps.clock.now() })
  }

  /** Ends the person's trust in all browsers but the one with the cookie `except`. */
  askForSecondFactor(tx: Tx, userId: number, except?: string): Promise<void> {
    return store.askForSecondFactor(tx, userId, isDevice(except) ? deviceDigest(userId, except) : null)
  }

  /** @param device a value that `remember` returned */
  skipSecondFactor(tx: Tx, userId: number, device: string): Promise<void> {
    const until = new Date(this.#deps.clock.now().getTime() + secondFactorLife.rememberedMs)
    return store.skipSecondFactor(tx, { userId, sha256: deviceDigest(userId, device), until })
  }

  readonly deleteUnused = (before: Date) => store.deleteUnused(this.#deps.database.kysely, before)
}

const isDevice = (device: string | undefined): device is string =>
  device !== undefined && /^[\w-]{43}$/.test(device)

/** The digest differs between accounts, so that the table does not reveal which accounts share a browser. */
export const deviceDigest = (userId: number, device: string): Buffer => tokenDigest(`${userId}.${device}`)
