import type { ChipAccount } from '@apogee/contracts/businesses/businesses.ts'
import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import type { PayoutObstacle } from '@apogee/contracts/businesses/seller-states.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import type { ActivityKind } from '@apogee/contracts/security-log/security-log.ts'
import type { Logger } from 'pino'
import type { PaymentProvider, ProviderAccount } from '#server/adapters/payments/port.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { ClientInfo } from '#server/policy/client-info.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { SignedIn } from '#server/features/accounts/present-user.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { Brand } from './brand/brand.ts'
import { BusinessProfiles } from './business-profiles.ts'
import * as store from './businesses.store.ts'
import { PayoutBanks } from './payouts/payout-banks.ts'
import { payoutObstacles } from './payouts/payout-obstacles.ts'
import { SellerStates } from './sellers/seller-states.ts'
import { Verification } from './sellers/seller-verification.ts'
import { SellerApproval } from './selling.ts'

export type { LookRow } from './brand/brand.store.ts'

export interface BusinessesDependencies {
  database: Database
  clock: Clock
  accounts: Accounts
  media: Pick<Media, 'resolveUpload' | 'urlFor' | 'fileById' | 'filesById' | 'openFile' | 'pictureForPaper'>
  payments: PaymentProvider
  keys: Keys
  log: Logger
  /** With APOGEE_ENV=live a new seller needs a superadmin's approval to sell through the platform's account. */
  sellersNeedApproval: boolean
}

export interface BusinessRegistration {
  name: string
  email: string
  password: string
  businessName: string
  businessEmail: string
  businessPhone: string
  businessAddress: string
}

/**
 * A change carries the version of the settings that the client read, and is refused if they have changed since. Without a version,
 * the last change wins.
 */
interface Versioned {
  version?: number | undefined
}
export interface TaxChange extends Versioned {
  taxBasisPoints: number
}
export interface FeeChange extends Versioned {
  feeBasisPoints: number
}
export interface MoneyBackChange extends Versioned {
  days?: number | undefined
  percent?: number | undefined
}

const secretPurpose = 'payment account secret'

export class Businesses {
  readonly #deps: BusinessesDependencies
  /**
   * Caches decrypted accounts by id. Entries never expire, because the credentials of an account never change: other credentials
   * make a new account.
   */
  readonly #opened = new Map<number, ProviderAccount>()
  readonly brand: Brand
  readonly payoutBanks
  readonly profiles
  readonly selling
  readonly states
  readonly lockDailyLimits = store.lockDailyLimits
  readonly verification
  /** Returns undefined when the business does not exist. */
  readonly nameOf = store.businessName

  constructor(deps: BusinessesDependencies) {
    this.#deps = deps
    this.brand = new Brand({
      ...deps,
      sellerOf: this.sellerOf,
      recordSellerChange: this.recordSellerChange.bind(this),
    })
    this.profiles = new BusinessProfiles(deps)
    this.payoutBanks = new PayoutBanks({
      ...deps,
      sellerOf: this.sellerOf,
      consumeAttempt: deps.accounts.consumeAttempt,
      recordSellerChange: this.recordSellerChange.bind(this),
    })
    this.selling = new SellerApproval({
      ...deps,
      sellerOf: this.sellerOf,
      missingChecks: (db, sellerId) => this.verification.checks.missingChecks(db, sellerId),
    })
    this.states = new SellerStates({ ...deps, recordSellerChange: this.recordSellerChange.bind(this) })
    this.verification = new Verification({
      ...deps,
      payoutBanks: this.payoutBanks,
      sellerOf: this.sellerOf,
      consumeAttempt: deps.accounts.consumeAttempt,
      isSessionLive: deps.accounts.sessions.isLive,
      recordSellerChange: this.recordSellerChange.bind(this),
      recordSellerActivity: this.recordSellerActivity.bind(this),
    })
  }

  /** Creates a business, its seller and its first admin in one transaction. */
  async registerBusiness(registration: BusinessRegistration, visitor: ClientInfo): Promise<SignedIn> {
    return this.#deps.accounts.limitedRegistration(
      'registration.business',
      registration.email,
      visitor,
      async () => {
        const { name, email, businessName } = registration
        const passwordHash = await this.#deps.accounts.newPasswords.hash(registration.password, {
          role: 'admin',
          email,
          name,
          business: { name: businessName },
        })
        return this.#deps.database.transaction(async (tx) => {
          const businessId = await this.openBusiness(tx, {
            name: businessName,
            email: registration.businessEmail,
            phone: registration.businessPhone,
            address: registration.businessAddress,
          })
          return this.#deps.accounts.openAccount(
            tx,
            { name, email, role: 'admin', businessId, passwordHash },
            visitor,
          )
        })
      },
    )
  }

  async openBusiness(tx: Tx, business: store.NewBusiness): Promise<number> {
    const businessId = await store.insertBusiness(tx, business)
    await this.#ensureSeller(tx, { business: businessId })
    return businessId
  }

  /** Returns the seller of the caller's courses: the business, the instructor who teaches alone, or the platform. */
  readonly sellerOf = (tx: Tx, caller: Seller): Promise<number> => this.#ensureSeller(tx, ownerOf(caller))

  readonly #ensureSeller = (tx: Tx, owner: store.SellerOwner): Promise<number> =>
    store.ensureSeller(tx, owner, {
      approvedAt: this.#deps.sellersNeedApproval ? null : this.#deps.clock.now(),
    })

  /** Describes the caller's own payment account. The secret itself is never returned. */
  async chipAccount(caller: Caller): Promise<ChipAccount> {
    const { live, waiting } = await store.visibleAccounts(this.#deps.database.kysely, ownerOf(caller))
    return {
      connected: live ? presentAccount(live) : null,
      unverified: waiting ? presentAccount(waiting) : null,
    }
  }

  /**
   * Checks the brand id and secret at the provider and stores them encrypted. A pair that the provider rejects is refused. If the
   * provider cannot be reached, the pair is stored as unverified and not used.
   */
  async connectChip(
    caller: Caller,
    credentials: { chipSecret: string; chipBrandId: string },
  ): Promise<{ status: 'verified' | 'unverified'; secretEndsWith: string }> {
    const sellerId = await this.#deps.database.transaction((tx) => this.sellerOf(tx, caller))
    await this.#deps.accounts.consumeAttempt('payment-details.change', `chip ${sellerId}`)
    const verdict = await this.#deps.payments.checkCredentials({
      secret: credentials.chipSecret,
      brandId: credentials.chipBrandId,
    })
    if (verdict === 'rejected') refuse('CHIP_CREDENTIALS_REJECTED')
    const isVerified = verdict === 'accepted'
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, null)
      await this.keepAccount(tx, sellerId, credentials, isVerified)
      await this.recordSellerChange(tx, caller, sellerId, 'chip.changed', {
        brandId: credentials.chipBrandId,
        secretEndsWith: endOf(credentials.chipSecret),
        isVerified,
      })
    })
    return { status: isVerified ? 'verified' : 'unverified', secretEndsWith: endOf(credentials.chipSecret) }
  }

  /**
   * Stores the credentials as an account. Credentials that are already stored keep their account, so that its open orders stay with
   * it.
   */
  async keepAccount(
    tx: Tx,
    sellerId: number,
    { chipSecret, chipBrandId }: { chipSecret: string; chipBrandId: string },
    isVerified: boolean,
  ): Promise<number> {
    const fingerprints = this.#deps.keys.fingerprints(secretPurpose, fingerprinted(chipBrandId, chipSecret))
    const known = await store.accountByFingerprint(tx, sellerId, fingerprints)
    if (known) {
      if (isVerified) await store.makeLive(tx, sellerId, known.id)
      return known.id
    }
    return store.insertPaymentAccount(tx, {
      sellerId,
      brandId: chipBrandId,
      secretEncrypted: this.#deps.keys.seal(secretPurpose, chipSecret, contextOf(sellerId, chipBrandId)),
      secretEndsWith: endOf(chipSecret),
      fingerprint: this.#deps.keys.fingerprint(secretPurpose, fingerprinted(chipBrandId, chipSecret)),
      isVerified,
    })
  }

  /** Writes to the security log and notifies the admins of this seller. */
  async recordSellerChange(
    tx: Tx,
    actor: Caller,
    sellerId: number,
    kind: SecurityKind,
    details: SecurityDetails,
  ): Promise<void> {
    const owner = await store.ownerOfSeller(tx, sellerId)
    await this.#deps.accounts.securityLog.recordSecurityEvent(tx, { kind, actor, ...owner, details })
  }

  /** Records an act that concerns this seller (null means the platform) and notifies nobody. */
  async recordSellerActivity(
    tx: Tx,
    actor: Caller,
    sellerId: number | null,
    kind: ActivityKind,
    details: SecurityDetails,
  ): Promise<void> {
    const owner = sellerId === null ? { businessId: null } : await store.ownerOfSeller(tx, sellerId)
    await this.#deps.accounts.securityLog.recordActivity(tx, { kind, actor, ...owner, details })
  }

  /** Connects the platform's own account, whose credentials are in the environment. */
  async connectPlatformAccount(credentials: { chipSecret: string; chipBrandId: string }): Promise<number> {
    return this.#deps.database.transaction(async (tx) => {
      const before = await store.payeeAccount(tx, null)
      const id = await this.keepAccount(
        tx,
        await this.#ensureSeller(tx, { platform: true }),
        credentials,
        true,
      )
      // The operator changed the environment and needs no notification of this change.
      if (id !== before)
        await this.#deps.accounts.securityLog.recordActivity(tx, {
          kind: 'chip.configured',
          actor: null,
          details: { brandId: credentials.chipBrandId, secretEndsWith: endOf(credentials.chipSecret) },
        })
      return id
    })
  }

  /**
   * Returns the account that gets the money of a purchase. If all courses are by one seller with a verified account, it is that
   * account, else the platform's. Null means that neither exists.
   */
  async payeeFor(db: Tx, sellerIds: readonly number[]): Promise<number | null> {
    const [only, ...others] = [...new Set(sellerIds)]
    const isOneSeller = only !== undefined && others.length === 0
    return store.payeeAccount(db, isOneSeller ? only : null)
  }

  async ratesOf(caller: Caller): Promise<store.RatesRow> {
    return this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.sellerOf(tx, caller)
      const rates = await store.ratesOfSeller(tx, sellerId)
      if (!rates) throw new Error(`seller ${sellerId} does not exist`)
      return rates
    })
  }

  /** Sets the SST rate contained in the caller's prices. Placed orders keep their rate. */
  async setTaxRate(caller: Caller, { version, ...changes }: TaxChange): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.sellerOf(tx, caller)
      await recordEdit<Partial<TaxChange>>(tx, {
        kind: 'tax-rate',
        id: sellerId,
        by: caller.userId,
        at: new Date(),
        version,
        changes,
        current: async () => (await store.ratesOfSeller(tx, sellerId)) ?? {},
      })
      await store.setRates(tx, sellerId, changes)
    })
  }

  /** Returns a seller's money-back promise for new purchases. Order lines store their own promise (order_lines). */
  async moneyBackOf(db: Db, sellerId: number): Promise<store.MoneyBackRow> {
    const promise = await store.moneyBackOfSeller(db, sellerId)
    if (!promise) throw new Error(`seller ${sellerId} does not exist`)
    return promise
  }

  readonly ownMoneyBack = (caller: Caller): Promise<store.MoneyBackRow> =>
    this.#deps.database.transaction(async (tx) => this.moneyBackOf(tx, await this.sellerOf(tx, caller)))

  async setMoneyBack(caller: Caller, { version, ...changes }: MoneyBackChange): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.sellerOf(tx, caller)
      await recordEdit<Omit<MoneyBackChange, 'version'>>(tx, {
        kind: 'money-back',
        id: sellerId,
        by: caller.userId,
        at: new Date(),
        version,
        changes,
        current: () => this.moneyBackOf(tx, sellerId),
      })
      await store.setMoneyBack(tx, sellerId, changes)
    })
  }

  /** Saves the seller's first choice of a money-back promise. Refuses if the seller has already chosen. */
  async chooseMoneyBack(
    tx: Tx,
    caller: Caller,
    sellerId: number,
    changes: Required<Omit<MoneyBackChange, 'version'>>,
  ): Promise<void> {
    await recordEdit<Omit<MoneyBackChange, 'version'>>(tx, {
      kind: 'money-back',
      id: sellerId,
      by: caller.userId,
      at: new Date(),
      changes,
      current: async () => {
        const present = await this.moneyBackOf(tx, sellerId)
        return present.chosenAt === null ? present : refuse('MONEY_BACK_CHOSEN')
      },
    })
    await store.setMoneyBack(tx, sellerId, changes)
  }

  /** Returns a seller's facts for a superadmin: the stored details, the masked payout bank and the history of states. */
  async sellerFacts(sellerId: number) {
    const { kysely } = this.#deps.database
    // This refuses an unknown seller, for whom the brand cannot be read.
    const facts = await this.selling.facts(sellerId)
    const [brand, payoutBank, history] = await Promise.all([
      this.brand.shownBrand(kysely, sellerId),
      this.payoutBanks.maskedBankOf(kysely, sellerId),
      this.states.history(kysely, sellerId),
    ])
    return { ...facts, ...brand, payoutBank, history }
  }

  /** Returns the reasons that currently prevent payouts to a seller. */
  async payoutObstacles(db: Db, sellerId: number): Promise<PayoutObstacle[]> {
    return (await this.payoutObstaclesOf(db, [sellerId])).get(sellerId) ?? []
  }

  payoutObstaclesOf(db: Db, sellerIds: readonly number[]): Promise<ReadonlyMap<number, PayoutObstacle[]>> {
    const { checks } = this.verification
    return payoutObstacles(db, sellerIds, {
      ...this.#deps,
      missingChecksOf: checks.missingChecksOf.bind(checks),
    })
  }

  async listSellers(
    { search, state }: { search?: string | undefined; state?: SellingState | undefined },
    page: PageRequest,
  ): Promise<Page<PresentedSeller>> {
    const wanted = { pattern: searchPattern(search), state: state ?? null }
    const { rows, total } = await store.pageOfSellers(this.#deps.database.kysely, wanted, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentSeller), meta }
  }

  /** Sets the platform's fee on a seller's new sales. Returns undefined when the seller does not exist. */
  async setFeeRate(
    caller: Caller,
    sellerId: number,
    { version, ...changes }: FeeChange,
  ): Promise<PresentedSeller | undefined> {
    return this.#deps.database.transaction(async (tx) => {
      const before = await store.ratesOfSeller(tx, sellerId)
      if (!before) return undefined
      await recordEdit<Partial<FeeChange>>(tx, {
        kind: 'fee-rate',
        id: sellerId,
        by: caller.userId,
        at: new Date(),
        version,
        changes,
        current: async () => (await store.sellerById(tx, sellerId)) ?? {},
      })
      await store.setRates(tx, sellerId, changes)
      const { feeBasisPoints } = changes
      const details = { beforeBasisPoints: before.feeBasisPoints, feeBasisPoints }
      await this.recordSellerChange(tx, caller, sellerId, 'fee.changed', details)
      const after = await store.sellerById(tx, sellerId)
      return after && presentSeller(after)
    })
  }

  /** Decrypts the account for the provider. Returns undefined for an unknown id. */
  async providerAccount(id: number): Promise<ProviderAccount | undefined> {
    const known = this.#opened.get(id)
    if (known) return known
    const account = await store.paymentAccount(this.#deps.database.kysely, id)
    if (!account) return undefined
    const open = {
      id: account.id,
      brandId: account.brandId,
      secret: this.#openSecret(account),
      testMode: null,
    }
    this.#opened.set(id, open)
    return open
  }

  /** Encrypts the account under the current secret and replaces the fingerprint accordingly. */
  async #resealAccount(account: store.PaymentAccountRow): Promise<boolean> {
    const { sellerId, brandId, secretEncrypted } = account
    const { keys, database } = this.#deps
    const resealed = keys.reseal(secretPurpose, secretEncrypted, contextOf(sellerId, brandId))
    if (!resealed) return false
    const fingerprint = keys.fingerprint(secretPurpose, fingerprinted(brandId, this.#openSecret(account)))
    await store.replaceAccountSecret(database.kysely, account, { resealed, fingerprint })
    return true
  }

  #resealAccounts(): ResealSecrets {
    return resealStored(
      {
        name: 'payment account',
        rowsAfter: (id) => store.paymentAccountsAfter(this.#deps.database.kysely, id),
        reseal: (account) => this.#resealAccount(account),
      },
      this.#deps.log,
    )
  }

  /** Re-encrypts payment accounts, bank accounts for payouts, and the details that sellers entered for verification. */
  resealSecrets(): ResealSecrets[] {
    return [this.#resealAccounts(), this.payoutBanks.resealSecrets(), ...this.verification.resealSecrets()]
  }

  #openSecret({ id, sellerId, brandId, secretEncrypted }: store.PaymentAccountRow): string {
    try {
      return this.#deps.keys.open(secretPurpose, secretEncrypted, contextOf(sellerId, brandId))
    } catch (error) {
      throw new Error(`payment account ${id} was kept under another APP_SECRET and must be entered again`, {
        cause: error,
      })
    }
  }
}

type PresentedSeller = Omit<store.SellerRow, 'stateSince'> & { stateSince: string | null }

const presentSeller = ({ stateSince, ...seller }: store.SellerRow): PresentedSeller => ({
  ...seller,
  stateSince: stateSince?.toISOString() ?? null,
})

type Seller = Pick<Caller, 'userId' | 'role' | 'businessId'>

function ownerOf({ role, businessId, userId }: Seller): store.SellerOwner {
  if (role === 'superadmin') return { platform: true }
  return businessId === null ? { person: userId } : { business: businessId }
}

function presentAccount({ brandId, secretEndsWith, savedAt, verifiedAt }: store.StoredAccount) {
  const dates = { savedAt: savedAt.toISOString(), verifiedAt: verifiedAt?.toISOString() ?? null }
  return { brandId, secretEndsWith, ...dates }
}

const fingerprinted = (brandId: string, secret: string) => `${brandId}\n${secret}`
const contextOf = (sellerId: number, brandId: string) => `${sellerId}:${brandId}`
/** A secret is shown by its last four characters, unless it is so short that these would reveal too much. */
const endOf = (secret: string) => (secret.length < 12 ? '' : secret.slice(-4))
