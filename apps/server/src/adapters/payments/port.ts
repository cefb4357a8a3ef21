/**
 * Defines what Apogee needs from a payment provider. Its terms describe purchases, never courses. All amounts are integer sen
 * (`…Cents`), and all times are `Date`s. chip.ts is the real adapter; simulated-provider.ts is the local one.
 */
import type { Language } from '@apogee/domain/languages.ts'

/** An account is one seller's credentials at the provider. `secret` is never logged and never returned to a client. */
export interface ProviderAccount {
  id: number
  secret: string
  brandId: string
  /** This is null until a purchase has shown the mode of the key (docs/chip.md#keys-and-modes). */
  testMode: boolean | null
}

/** A brand's id is a UUID. Sellers type it in either case, and the provider reports it in lower case. */
export const isSameBrand = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * A purchase has one of these states, which are independent of the provider. The adapter translates the provider's statuses
 * (docs/chip.md#statuses), and no other code decides by the provider's words.
 * - `processing`: a payment is running at the bank, or money is reserved; the outcome is unknown.
 * - `failed` may still become `paid`: only `cancelled` and `expired` are meant to be final, and even they may be followed by a late
 * acceptance. See `ProviderPurchase.payable`.
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

/** Contains a purchase as the provider reports it. Nobody has compared it with an order yet. */
export interface ProviderPurchase {
  id: string
  state: ProviderState
  /** This is the provider's own word for `state`. It is recorded and logged, and never compared. */
  providerStatus: string
  /**
   * The version grows with each change of the purchase. It is 0 when the provider reports neither a time nor a history of changes.
   */
  version: number
  /** The purchase can still be paid at `checkoutUrl`, even after a declined attempt. */
  payable: boolean
  reference: string
  brandId: string
  /** This is the requested amount. */
  amountCents: number
  currency: string
  /** The payer paid this amount before fees. It is null while no payment exists. */
  paidAmountCents: number | null
  /** The payment itself has this currency. It is null while no payment exists. */
  paidCurrency: string | null
  isTest: boolean
  /** Somebody marked the purchase as paid by hand in the provider's portal, and no money moved. */
  markedAsPaid: boolean
  /** This amount can still be refunded. It is null if the provider does not report it. */
  refundableCents: number | null
  /**
   * The payment method allows these kinds of refund. If the provider does not report them, both are listed. The list is empty when
   * nothing is left to refund.
   */
  refundKinds: readonly ('full' | 'partial')[]
  checkoutUrl: string
  paidAt: Date | null
  /** This is a method such as `visa` or `fpx`, and '' until the purchase is paid. */
  paymentMethod: string
  /** If the newest attempt to pay failed, this is its error code, such as `insufficient_funds`. Otherwise it is null. */
  attemptError: string | null
  /** This is the provider's answer without the payer's personal data. It is stored as evidence. */
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
  /** The country is an alpha-2 code or an English name. */
  country?: string
  /** The purchase is for a company with this name and tax number. The field is absent for a purchase by a person. */
  companyName?: string
  taxNumber?: string
}

export interface PurchaseRequest {
  /** The reference is our own id of at most 128 characters, which nobody can guess. */
  reference: string
  lines: readonly { name: string; amountCents: number }[]
  /** This amount is charged, whatever the lines add up to. It must be above 0. */
  totalCents: number
  currency: 'MYR'
  payer: Payer
  successUrl: string
  failureUrl: string
  /**
   * The payer's link 'return to seller' leads to this address. Following it does not cancel the purchase
   * (docs/chip.md#creating-a-purchase).
   */
  cancelUrl: string
  /** The provider sends callbacks to this address. It is null if the provider cannot reach us. */
  callbackUrl: string | null
  /** The purchase cannot be paid after this instant. It must lie in the future. */
  dueAt: Date
  language: Language
}

/** A callback names a purchase, and its content is only a hint. The caller reads the purchase before acting. */
export interface CallbackHint {
  purchaseId: string
  /** This is the provider's own word, to be recorded. See `PaymentProvider.isPaidEvent`. */
  eventType: string | null
  reference: string | null
}

export interface CallbackRefusal {
  refused: 'not_json' | 'not_an_object' | 'no_purchase_id'
}

/** Counts requests to the provider since this process started. */
export interface ProviderRecord {
  /** The newest answer arrived at this time, even if it was a refusal. It is null while no answer has arrived. */
  answeredAt: Date | null
  /** The first failure after the newest answer happened at this time. It is null if the newest request was answered. */
  failingSince: Date | null
  /** The newest failure happened at this time. It is null while no request has failed. */
  failedAt: Date | null
  /** Requests are withheld at present, because the provider did not answer recently. */
  isWithholding: boolean
  /**
   * `failed` counts requests without a valid answer in time. `withheld` counts requests that were not sent. A request and its retry
   * count once.
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
  /** Reads one purchase. Throws `not_found` for an id that is unknown, malformed, or of another account. */
  readPurchase(account: ProviderAccount, purchaseId: string): Promise<ProviderPurchase>
  /** Makes a purchase unpayable. `too_late` means that it was paid or ended before; the returned purchase shows which. */
  cancelPurchase(
    account: ProviderAccount,
    purchaseId: string,
  ): Promise<{ outcome: 'cancelled' | 'too_late'; purchase: ProviderPurchase }>
  /**
   * Refunds `amountCents`, or the remaining amount if `amountCents` is absent. `pending` means that the refund is accepted but not
   * done: read the purchase later. The adapter never retries a refund. After a `ProviderError` with `outcomeUnknown`, the caller
   * must read the purchase to learn the outcome (docs/chip.md#refunds).
   */
  refundPurchase(
    account: ProviderAccount,
    purchaseId: string,
    amountCents?: number,
  ): Promise<{ outcome: 'refunded' | 'pending'; refundId: string | null }>
  /**
   * Returns whether exactly these bytes were signed for this account (docs/chip.md#signatures). Returns false for a missing or
   * empty signature. Throws only when no key is cached and none could be fetched; the caller then answers 5xx, so that the provider
   * retries.
   */
  verifyCallback(account: ProviderAccount, rawBody: Buffer, signature: string | undefined): Promise<boolean>
  /** Never throws. The hint from a refund's event names the purchase that was refunded (docs/chip.md#callbacks). */
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
  /** Returns for metrics how requests ended, when, and whether they are withheld now. Never throws. */
  record(): ProviderRecord
}

/**
 * - `unreachable`: No answer arrived in time, the connection was lost, the answer was 429 or 5xx, or the request was withheld after
 * such failures. Retry later.
 * - `rejected`: The provider understood and refused. `codes` contain the reasons, such as `purchase_refund_wrong_status`.
 * - `unauthorised`: The key is wrong or revoked.
 * - `not_found`: The key has no such purchase.
 * - `unexpected`: The answer violates the contract (HTML, other JSON, a redirect, a foreign payment page).
 */
export type ProviderErrorKind = 'unreachable' | 'rejected' | 'unauthorised' | 'not_found' | 'unexpected'

/** Contains only codes and field names, so it is safe to log. It contains no secret, no payer and no body. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly httpStatus: number | null
  readonly codes: readonly string[]
  /** The provider may have processed the request, although no valid answer arrived. */
  readonly outcomeUnknown: boolean
  /** The provider's answer 429 asked to wait this long. It is null if the provider named no time. */
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
