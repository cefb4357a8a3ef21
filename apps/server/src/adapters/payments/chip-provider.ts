/** Implements the port with CHIP's API over any transport: HTTP to CHIP, or a call into the simulator. */
import type { Breaker } from './chip-breaker.ts'
import { createChipClient, type ChipQuestion, type Exchange } from './chip-client.ts'
import {
  isPaidEvent,
  isPurchaseId,
  isRecord,
  parseCallback,
  parsePurchase,
  parseRefund,
  purchaseBody,
} from './chip-format.ts'
import { SignatureCheck } from './chip-signature.ts'
import {
  isSameBrand,
  ProviderError,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderPurchase,
  type ProviderRecord,
  type PurchaseRequest,
} from './port.ts'

interface ChipProviderDependencies {
  exchange: Exchange
  /** This timeout limits one request, including its retry. */
  timeoutMs: number
  now: () => Date
  breaker: Breaker
  /** Returns whether the browser may be redirected to this payment page (docs/security.md#the-payment-provider). */
  mayLeadTo: (checkoutUrl: string) => boolean
}

export class ChipProvider implements PaymentProvider {
  readonly #deps: ChipProviderDependencies
  readonly #client
  readonly #signatures: SignatureCheck
  readonly parseCallback = parseCallback
  readonly isPaidEvent = isPaidEvent

  constructor(deps: ChipProviderDependencies) {
    this.#deps = deps
    this.#client = createChipClient({
      exchange: deps.exchange,
      timeoutMs: deps.timeoutMs,
      breaker: deps.breaker,
      now: deps.now,
    })
    this.#signatures = new SignatureCheck({ fetchPem: (secret) => this.#fetchPem(secret), now: deps.now })
  }

  async #askForPurchase(account: ProviderAccount, question: ChipQuestion): Promise<ProviderPurchase> {
    const answer = await this.#client.ask(account.secret, question)
    const purchase = parsePurchase(answer, this.#deps.mayLeadTo)
    if (purchase) return purchase
    throw new ProviderError(
      'unexpected',
      `${question.method} ${question.path}: the answer is not a purchase`,
      {
        outcomeUnknown: question.method === 'POST',
      },
    )
  }

  async readPurchase(account: ProviderAccount, purchaseId: string): Promise<ProviderPurchase> {
    const path = purchasePath(purchaseId)
    const purchase = await this.#askForPurchase(account, { method: 'GET', path, repeatable: true })
    if (purchase.id.toLowerCase() === purchaseId.toLowerCase()) return purchase
    throw new ProviderError('unexpected', `GET ${path}: another purchase was answered`)
  }

  async #fetchPem(secret: string): Promise<string> {
    const answer = await this.#client.ask(secret, { method: 'GET', path: 'public_key/', repeatable: true })
    if (typeof answer === 'string') return answer
    throw new ProviderError('unexpected', 'GET public_key/: the answer is not a JSON string')
  }

  /** Returns null when the answer names no methods, which means that the brand does not belong to this key. */
  async #methodsFor(secret: string, brandId: string, amountCents: number): Promise<string[] | null> {
    const query = new URLSearchParams({ brand_id: brandId, currency: 'MYR', amount: String(amountCents) })
    const path = `payment_methods/?${query.toString()}`
    const answer = await this.#client.ask(secret, { method: 'GET', path, repeatable: true })
    const methods = isRecord(answer) ? answer['available_payment_methods'] : null
    return Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : null
  }

  verifyCallback(account: ProviderAccount, rawBody: Buffer, signature: string | undefined): Promise<boolean> {
    return this.#signatures.isSigned(account.secret, rawBody, signature)
  }

  async createPurchase(account: ProviderAccount, request: PurchaseRequest): Promise<ProviderPurchase> {
    const purchase = await this.#askForPurchase(account, {
      method: 'POST',
      path: 'purchases/',
      body: purchaseBody(account.brandId, request),
      repeatable: true,
    })
    const faults = faultsOfNewPurchase(purchase, account, request)
    if (faults.length === 0) return purchase
    throw new ProviderError('unexpected', `POST purchases/: not what was asked for (${faults.join(', ')})`, {
      codes: faults,
      outcomeUnknown: true,
    })
  }

  async cancelPurchase(
    account: ProviderAccount,
    purchaseId: string,
  ): Promise<{ outcome: 'cancelled' | 'too_late'; purchase: ProviderPurchase }> {
    const path = `${purchasePath(purchaseId)}cancel/`
    try {
      const purchase = await this.#askForPurchase(account, { method: 'POST', path, repeatable: true })
      return { outcome: purchase.state === 'cancelled' ? 'cancelled' : 'too_late', purchase }
    } catch (error) {
      const isWrongStatus =
        error instanceof ProviderError && error.codes.includes('purchase_cancel_wrong_status')
      if (!isWrongStatus) throw error
      const purchase = await this.readPurchase(account, purchaseId)
      return { outcome: purchase.state === 'cancelled' ? 'cancelled' : 'too_late', purchase }
    }
  }

  async refundPurchase(
    account: ProviderAccount,
    purchaseId: string,
    amountCents?: number,
  ): Promise<{ outcome: 'refunded' | 'pending'; refundId: string | null }> {
    // JSON would turn NaN into null, and null means the whole amount.
    if (amountCents !== undefined && (!Number.isSafeInteger(amountCents) || amountCents < 1)) {
      throw new ProviderError('rejected', 'POST refund/: no amount', { codes: ['amount:invalid'] })
    }
    const answer = await this.#client.ask(account.secret, {
      method: 'POST',
      path: `${purchasePath(purchaseId)}refund/`,
      body: amountCents === undefined ? {} : { amount: amountCents },
      repeatable: false,
      // An aborted refund must be resolved by reading, so the refund gets a longer timeout (docs/chip.md#refunds).
      patience: 3,
    })
    const refund = parseRefund(answer, purchaseId)
    if (refund) return refund
    throw new ProviderError('unexpected', 'POST refund/: neither a payment nor a purchase', {
      outcomeUnknown: true,
    })
  }

  record(): ProviderRecord {
    return this.#client.record()
  }

  async paymentMethods(
    { secret, brandId }: ProviderAccount,
    amountCents: number,
  ): Promise<readonly string[]> {
    const methods = await this.#methodsFor(secret, brandId, amountCents)
    if (methods) return methods
    throw new ProviderError('unexpected', 'GET payment_methods/: no list of ways to pay')
  }

  async checkCredentials({
    secret,
    brandId,
  }: Pick<ProviderAccount, 'secret' | 'brandId'>): Promise<'accepted' | 'rejected' | 'unreachable'> {
    if (secret.trim() === '' || brandId.trim() === '') return 'rejected'
    try {
      await this.#fetchPem(secret)
      return (await this.#methodsFor(secret, brandId, 1000)) ? 'accepted' : 'rejected'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return ['unauthorised', 'rejected', 'not_found'].includes(error.kind) ? 'rejected' : 'unreachable'
    }
  }
}

function purchasePath(purchaseId: string): string {
  if (isPurchaseId(purchaseId)) return `purchases/${purchaseId.toLowerCase()}/`
  throw new ProviderError('not_found', 'Not a purchase id')
}

function faultsOfNewPurchase(
  purchase: ProviderPurchase,
  account: ProviderAccount,
  request: PurchaseRequest,
): string[] {
  const faults = {
    total_mismatch: purchase.amountCents !== request.totalCents,
    currency_mismatch: purchase.currency !== request.currency,
    reference_mismatch: purchase.reference !== request.reference,
    brand_mismatch: !isSameBrand(purchase.brandId, account.brandId),
    foreign_payment_page: purchase.checkoutUrl === '',
  }
  return Object.entries(faults).flatMap(([code, found]) => (found ? [code] : []))
}
