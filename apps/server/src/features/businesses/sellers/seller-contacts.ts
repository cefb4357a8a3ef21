/** Verifies a seller's e-mail address by a code that is sent to the address. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import type { OwnSellerChecks } from '@apogee/contracts/businesses/seller-checks.ts'
import type { SellerContactForm } from '@apogee/contracts/businesses/seller-checks.forms.ts'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import { contactCodeMail } from './seller-contact.mail.ts'
import type { SellerChecks, SellerChecksDependencies } from './seller-checks.ts'
import { lockChecks, noteSellerChange } from './seller-checks.store.ts'
import * as store from './seller-registrations.store.ts'

const digestPurpose = 'seller contact code'
const digits = 6
/** After `mostGuesses` wrong guesses, a code is invalid. The seller may then request another one, at most five a day. */
const codeLife = { ms: 15 * 60_000, mostGuesses: 5 } as const

interface SellerContactsDependencies extends SellerChecksDependencies {
  keys: Keys
  checks: SellerChecks
}

export class SellerContacts {
  readonly #deps: SellerContactsDependencies

  constructor(deps: SellerContactsDependencies) {
    this.#deps = deps
  }

  async save(caller: Caller, form: SellerContactForm): Promise<OwnSellerChecks> {
    const { database, clock, checks, consumeAttempt, recordSellerChange } = this.#deps
    const sellerId = await database.transaction((tx) => checks.checkedSeller(tx, caller))
    await consumeAttempt('payment-details.change', `contact ${sellerId}`)
    return database.transaction(async (tx) => {
      await lockChecks(tx, sellerId)
      const before = await store.lockContact(tx, sellerId)
      const isSameAddress = before?.email.toLowerCase() === form.email.toLowerCase()
      if (isSameAddress && before?.phone === form.phone) return checks.own(tx, caller, sellerId)
      const savedAt = clock.now()
      await store.saveContact(tx, { sellerId, email: form.email, phone: form.phone, savedAt })
      const next = isSameAddress && before?.provenAt ? 'submitted' : 'missing'
      await noteSellerChange(tx, { sellerId, kind: 'contact', next, at: savedAt })
      if (before) await recordSellerChange(tx, caller, sellerId, 'seller.detailsChanged', { what: 'contact' })
      return checks.own(tx, caller, sellerId)
    })
  }

  /** Sends a code. The limits apply to the seller and to the address, so that nobody can flood a mailbox. */
  async sendCode(caller: Caller): Promise<OwnSellerChecks> {
    const { database, clock, keys, checks, consumeAttempt } = this.#deps
    const { sellerId, contact } = await database.transaction(async (tx) => {
      const id = await checks.checkedSeller(tx, caller)
      return { sellerId: id, contact: await store.contactOf(tx, id) }
    })
    const { email, provenAt } = contact ?? refuse('SELLER_CONTACT_MISSING')
    if (provenAt) refuse('SELLER_CONTACT_PROVEN')
    await consumeAttempt('seller-contact.code', String(sellerId))
    await consumeAttempt('seller-contact.address', email.toLowerCase())
    return database.transaction(async (tx) => {
      const code = String(randomInt(10 ** digits)).padStart(digits, '0')
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + codeLife.ms)
      const digest = keys.fingerprint(digestPurpose, digestedText(sellerId, email, code))
      if (!(await store.saveCode(tx, { sellerId, email, digest, expiresAt }))) refuse('SELLER_CONTACT_PROVEN')
      const language = (await store.languageOf(tx, caller.userId)) ?? defaultLanguage
      const mail = contactCodeMail(language, code, codeLife.ms / 60_000)
      const occasion = `seller-contact:${sellerId}:${newPublicId()}`
      await queueMail(tx, { to: email, language, ...mail, expiresAt, occasion, seller: null })
      return checks.own(tx, caller, sellerId)
    })
  }

  async confirm(caller: Caller, code: string): Promise<OwnSellerChecks> {
    const { database, checks } = this.#deps
    // The refusal must not roll back the counted guess, so it follows the transaction.
    const outcome = await database.transaction(async (tx) => {
      const sellerId = await checks.checkedSeller(tx, caller)
      const refused = await this.#guess(tx, caller, { sellerId, code })
      return refused ?? (await checks.own(tx, caller, sellerId))
    })
    return typeof outcome === 'string' ? refuse(outcome) : outcome
  }

  async #guess(
    tx: Parameters<SellerChecks['own']>[0],
    caller: Caller,
    { sellerId, code }: { sellerId: number; code: string },
  ): Promise<ErrorCode | null> {
    const { clock, keys, recordSellerActivity } = this.#deps
    await lockChecks(tx, sellerId)
    const contact = await store.lockContact(tx, sellerId)
    if (!contact) return 'SELLER_CONTACT_MISSING'
    const { email, provenAt, codeDigest, codeExpiresAt, codeGuesses } = contact
    if (provenAt) return null
    const now = clock.now()
    const isDead =
      !codeDigest || !codeExpiresAt || codeExpiresAt <= now || codeGuesses >= codeLife.mostGuesses
    if (isDead) return 'CONTACT_CODE_EXPIRED'
    const right = keys.fingerprints(digestPurpose, digestedText(sellerId, email, code))
    if (!right.some((digest) => timingSafeEqual(digest, codeDigest))) {
      await store.countGuess(tx, sellerId)
      return 'CONTACT_CODE_WRONG'
    }
    await store.proveContact(tx, sellerId, now)
    await recordSellerActivity(tx, caller, sellerId, 'seller.contactProven', {})
    return null
  }
}

const digestedText = (sellerId: number, email: string, code: string) =>
  `${sellerId}\n${email.toLowerCase()}\n${code}`
