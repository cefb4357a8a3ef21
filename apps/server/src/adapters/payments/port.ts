/**
 * Defines what Apogee needs from a payment provider. Its terms describe purchases, never courses. All amounts are integer sen
 * (`…Cents`), and all times are `Date`s. chip.ts is the real adapter; simulated-provider.ts is the local one.
 */
import type { Language } from '@apogee/domain/languages.ts'

/** These are one seller's credentials at the provider. `secret` is never logged and never returned to a client. */
export interface ProviderAccount {
  id: number
  secret: string
  brandId: string
  /** Null means that no purchase has shown the key's mode yet (docs/chip.md#keys-and-modes). */
  testMode: boolean | null
}

/** A brand's id is a UUID. Sellers type it in either case, and the provider reports it in lower case. */
export const isSameBrand = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * The states of a purchase in our words. The adapter translates the provider's statuses once (docs/chip.md#statuses), so that another
 * provider is another table, and a word of the provider decides nothing outside of its adapter.
 * - `processing`: a payment is running at the bank, or money is reserved; the outcome is unknown.
 * - `failed` may still become `paid`: only `cancelled` and `expired` are meant to be final, and even they may be
 * followed by a late acceptance. See `ProviderPurchase.payable`.
 * - `refunding`: a refund has started; it ends as `refunded` or falls back to `paid`.
 * - `refunded` covers partial refunds: compare `refundableCents` with `paidAmountCents`.
 * - `charged_back`: the payer's bank has taken the whole amount back, whatever is reported as refundable.
 * - `unknown`: this version does not know the provider's status. It decides nothing.
 */
export type ProviderState =
  | 'unpaid'
  | 'processing'
  | 'paid'
  | 'refunding'
  | 'refunded'
  | 'charged_back'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'unknown'

/** Returns whether the payer's money arrived, even if it was returned afterwards. */
export const isPaidState = (state: ProviderState): boolean =>
  state === 'paid' || state === 'refunded' || state === 'charged_back'

/** Returns whether only the provider's next state will show where the money is. */
export const isUndecidedState = (state: ProviderState): boolean =>
  state === 'processing' || state === 'refunding' || state === 'unknown'

/** This is a purchase as the provider reports it. Its values have not been compared with an order. */
export interface ProviderPurchase {
  id: string
  state: ProviderState
  /** The provider's own word for `state`: recorded and logged, and never compared. */
  providerStatus: string
  /** Grows with each change of the purchase; 0 when the provider reports neither a time nor a history of changes. */
  version: number
  /** True means that the purchase can still be paid at `checkoutUrl`, even after a declined attempt. */
  payable: boolean
  reference: string
  brandId: string
  /** This is the requested amount. */
  amountCents: number
  currency: string
  /** The value is the amount of the payment before fees. Null means that no payment exists. */
  paidAmountCents: number | null
  /** The value is the payment's own currency. Null means that no payment exists. */
  paidCurrency: string | null
  isTest: boolean
  /** True means that the purchase was marked as paid by hand in the provider's portal and no money moved. */
  markedAsPaid: boolean
  /** The amount can still be refunded. Null means that the provider does not report it. */
  refundableCents: number | null
  /**
   * The list contains the refunds that the payment method allows, and both kinds when the provider does not report it. The list is
   * empty when nothing is left to refund.
   */
  refundKinds: readonly ('full' | 'partial')[]
  checkoutUrl: string
  paidAt: Date | null
  /** The value is a method such as `visa` or `fpx`. It is empty until the purchase is paid. */
  paymentMethod: string
  /**
   * The value is the newest failed attempt's code, such as `insufficient_funds`. Null means that the newest attempt did not fail.
   */
  attemptError: string | null
  /** The value is the provider's answer without the payer's personal data. It serves as evidence. */
  raw: Readonly<Record<string, unknown>>
}

/** Blank fields are not sent. Long fields are cut to the provider's limits. */
export interface Payer {
  email: string
  fullName?: string
  phone?: string
  address?: string
  city?: string
  state?: string
  postalCode?: string
  /** The value is an alpha-2 code or an English country name. */
  country?: string
  /** The value contains the name and tax number of the company that the purchase is for, if any. */
  companyName?: string
  taxNumber?: string
}

export interface PurchaseRequest {
  /** The reference is our own unguessable id of at most 128 characters. */
  reference: string
  lines: readonly { name: string; amountCents: number }[]
  /** This amount is charged, whatever the lines add up to. It must be above 0. */
  totalCents: number
  currency: 'MYR'
  payer: Payer
  successUrl: string
  failureUrl: string
  /** The link 'return to seller' leads here. Following it does not cancel the purchase (docs/chip.md#creating-a-purchase). */
  cancelUrl: string
  /** The provider sends callbacks to this address. Null means that the provider cannot reach us. */
  callbackUrl: string | null
  /** The purchase cannot be paid after this instant. It must lie in the future. */
  dueAt: Date
  language: Language
}

/** The purchase that a callback names is only a hint. The caller reads the purchase before acting. */
export interface CallbackHint {
  purchaseId: string
  /** The provider's own word, to be recorded. See `PaymentProvider.isPaidEvent`. */
  eventType: string | null
  reference: string | null
}

export interface CallbackRefusal {
  refused: 'not_json' | 'not_an_object' | 'no_purchase_id'
}

/** The record covers the time since this process started. */
export interface ProviderRecord {
  /** The time belongs to the newest answer, including refusals. Null means that no answer has arrived. */
  answeredAt: Date | null
  /** The time belongs to the first failure after the newest answer. Null means that the newest request was answered. */
  failingSince: Date | null
  /** The time belongs to the newest failure. Null means that no request has failed. */
  failedAt: Date | null
  /** True means that requests are withheld because the provider did not answer recently. */
  isWithholding: boolean
  /**
   * `failed` counts requests without a valid answer in time, `withheld` those that were not sent. A retry counts with its request.
   */
  requests: Readonly<Record<'answered' | 'failed' | 'withheld', number>>
}

/**
 * Every method except `parseCallback`, `isPaidEvent`, `checkCredentials` and `record` throws `ProviderError` and nothing else.
 */
export interface PaymentProvider {
  /**
   * Creates a purchase. The provider's call is not idempotent. It may be retried under one reference, because a lost answer leaves
   * a purchase whose page nobody knows and which expires by itself (docs/chip.md#repeating-requests).
   */
  createPurchase(account: ProviderAccount, request: PurchaseRequest): Promise<ProviderPurchase>
  /** Reads one purchase. Unknown, foreign or malformed ids throw `not_found`. */
  readPurchase(account: ProviderAccount, purchaseId: string): Promise<ProviderPurchase>
  /** Makes a purchase unpayable. `too_late` means that it was paid or ended before; the returned purchase shows which. */
  cancelPurchase(
    account: ProviderAccount,
    purchaseId: string,
  ): Promise<{ outcome: 'cancelled' | 'too_late'; purchase: ProviderPurchase }>
  /**
   * Refunds `amountCents` or the remaining amount. `pending` means accepted but not done: read the purchase later. The adapter
   * never retries a refund. A `ProviderError` with `outcomeUnknown` must be resolved by reading (docs/chip.md#refunds).
   */
  refundPurchase(
    account: ProviderAccount,
    purchaseId: string,
    amountCents?: number,
  ): Promise<{ outcome: 'refunded' | 'pending'; refundId: string | null }>
  /**
   * Returns whether these exact bytes were signed for this account (docs/chip.md#signatures). A missing or empty signature returns
   * false. Throws only when no key is cached and none could be fetched. The caller then answers 5xx, so that the provider retries.
   */
  verifyCallback(account: ProviderAccount, rawBody: Buffer, signature: string | undefined): Promise<boolean>
  /** Never throws. Refund events return their purchase (docs/chip.md#callbacks). */
  parseCallback(rawBody: Buffer): CallbackHint | CallbackRefusal
  /** Returns whether callbacks with this `eventType` report that money arrived. Never throws. */
  isPaidEvent(eventType: string): boolean
  /**
   * Returns the provider's names of the payment methods for `amountCents`, such as `fpx` or `visa`. Each method has a minimum
   * amount, and an account may lack some (docs/chip.md#payment-methods).
   */
  paymentMethods(account: ProviderAccount, amountCents: number): Promise<readonly string[]>
  /** Asks the provider without side effects whether key and brand belong together. Never throws. */
  checkCredentials(
    account: Pick<ProviderAccount, 'secret' | 'brandId'>,
  ): Promise<'accepted' | 'rejected' | 'unreachable'>
  /** Returns the record for metrics. Never throws. */
  record(): ProviderRecord
}

/**
 * - `unreachable`: No answer arrived in time, the connection was lost, the answer was 429 or 5xx, or the request was withheld
 * because of these. Retry later.
 * - `rejected`: The provider understood and refused. `codes` contain the reasons, such as `purchase_refund_wrong_status`.
 * - `unauthorised`: The key is wrong or revoked.
 * - `not_found`: The key has no such purchase.
 * - `unexpected`: The answer violates the contract (HTML, other JSON, a redirect, a foreign payment page).
 */
export type ProviderErrorKind = 'unreachable' | 'rejected' | 'unauthorised' | 'not_found' | 'unexpected'

/** Contains only codes and field names and no secret, payer or body. It is safe to log. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly httpStatus: number | null
  readonly codes: readonly string[]
  /** True means that the provider may have processed the request although no valid answer arrived. */
  readonly outcomeUnknown: boolean
  /** The value is the provider's Retry-After (429). Null means that the provider did not send one. */
  readonly retryAfterSeconds: number | null

  constructor(
    kind: ProviderErrorKind,
    message: string,
    details: {
      httpStatus?: number | null
      codes?: readonly string[]
      outcomeUnknown?: boolean
      retryAfterSeconds?: number | null
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.httpStatus = details.httpStatus ?? null
    this.codes = details.codes ?? []
    this.outcomeUnknown = details.outcomeUnknown ?? false
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}
