/** Stores the bank account for payouts to a seller. The seller enters it, and only superadmins read the full number. */
import type { FullPayoutBank, PayoutBank } from '@apogee/contracts/businesses/businesses.ts'
import { otherBank } from '@apogee/contracts/businesses/malaysian-banks.ts'
import type { PayoutBankForm } from '@apogee/contracts/businesses/payout-bank.forms.ts'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import * as sellers from '../businesses.store.ts'
import * as store from './payout-banks.store.ts'
import type { RecordSellerChange } from '../selling.ts'

const purpose = 'payout bank account'
const contextOf = (sellerId: number) => String(sellerId)
const sealedDetails = z.object({ accountNumber: z.string(), accountHolder: z.string() })

interface PayoutBanksDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
  sellerOf: (tx: Tx, caller: Caller) => Promise<number>
  consumeAttempt: Accounts['consumeAttempt']
  recordSellerChange: RecordSellerChange
}

export class PayoutBanks {
  readonly #deps: PayoutBanksDependencies
  readonly forgetPayoutBank = store.deletePayoutBank

  constructor(deps: PayoutBanksDependencies) {
    this.#deps = deps
  }

  /** Refuses the platform, which receives no payouts. */
  readonly #paidSeller = (tx: Tx, caller: Caller): Promise<number> =>
    caller.role === 'superadmin' ? refuse('SELLER_NOT_FOUND') : this.#deps.sellerOf(tx, caller)

  readonly payoutBank = (caller: Caller): Promise<PayoutBank | null> =>
    this.#deps.database.transaction(async (tx) => {
      const bank = await store.payoutBankOf(tx, await this.#paidSeller(tx, caller))
      return bank ? presentMasked(bank) : null
    })

  async savePayoutBank(caller: Caller, form: PayoutBankForm): Promise<PayoutBank> {
    const sellerId = await this.#deps.database.transaction((tx) => this.#paidSeller(tx, caller))
    await this.#deps.consumeAttempt('payment-details.change', `payout ${sellerId}`)
    return this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, null)
      const { accountNumber, accountHolder } = form
      const plain = JSON.stringify({ accountNumber, accountHolder })
      const bank = {
        sellerId,
        bankName: form.bank === otherBank ? form.otherBankName : form.bank,
        accountEndsWith: accountNumber.slice(-4),
        detailsEncrypted: this.#deps.keys.seal(purpose, plain, contextOf(sellerId)),
        savedAt: this.#deps.clock.now(),
      }
      await store.savePayoutBank(tx, bank)
      const { bankName, accountEndsWith } = bank
      await this.#deps.recordSellerChange(tx, caller, sellerId, 'payoutBank.changed', {
        bankName,
        accountEndsWith,
      })
      return presentMasked(bank)
    })
  }

  /** Returns the full account number, for superadmins only. */
  async fullPayoutBank(sellerId: number): Promise<FullPayoutBank | null> {
    const seller = await sellers.sellerById(this.#deps.database.kysely, sellerId)
    if (!seller || seller.kind === 'platform') return refuse('SELLER_NOT_FOUND')
    const bank = await store.payoutBankOf(this.#deps.database.kysely, sellerId)
    if (!bank) return null
    const details = this.#detailsOf(bank) ?? refuse('PAYOUT_BANK_UNREADABLE')
    return { bankName: bank.bankName, ...details, savedAt: bank.savedAt.toISOString() }
  }

  #detailsOf({ sellerId, detailsEncrypted }: store.PayoutBankRow) {
    let plain: string
    try {
      plain = this.#deps.keys.open(purpose, detailsEncrypted, contextOf(sellerId))
    } catch (error) {
      this.#deps.log.error({ err: error, sellerId }, 'payout bank was saved under another APP_SECRET')
      return null
    }
    return sealedDetails.parse(JSON.parse(plain))
  }

  /**
   * Returns the details of the bank account, to compare them. Null means that none is entered. `details` is null if they were
   * encrypted under another secret.
   */
  async openedBankOf(db: Db, sellerId: number) {
    const bank = await store.payoutBankOf(db, sellerId)
    if (!bank) return null
    const { bankName, accountEndsWith, savedAt } = bank
    const details = this.#detailsOf(bank)
    return {
      bankName,
      accountEndsWith,
      savedAt,
      accountNumber: details?.accountNumber ?? null,
      accountHolder: details?.accountHolder ?? null,
    }
  }

  resealSecrets(): ResealSecrets {
    const { keys, database, log } = this.#deps
    return resealStored(
      {
        name: 'payout bank',
        rowsAfter: (id) => store.payoutBanksAfter(database.kysely, id),
        reseal: async ({ id, detailsEncrypted }) => {
          const resealed = keys.reseal(purpose, detailsEncrypted, contextOf(id))
          if (resealed)
            await store.replaceDetails(database.kysely, id, { from: detailsEncrypted, to: resealed })
          return resealed !== null
        },
      },
      log,
    )
  }

  async maskedBankOf(db: Db, sellerId: number): Promise<PayoutBank | null> {
    const bank = await store.payoutBankOf(db, sellerId)
    return bank ? presentMasked(bank) : null
  }

  payoutBankOf(tx: Tx, sellerId: number): Promise<Omit<store.PayoutBankRow, 'detailsEncrypted'> | undefined> {
    return store.payoutBankOf(tx, sellerId)
  }
}

const presentMasked = ({ bankName, accountEndsWith, savedAt }: store.PayoutBankRow): PayoutBank => ({
  bankName,
  accountEndsWith,
  savedAt: savedAt.toISOString(),
})
