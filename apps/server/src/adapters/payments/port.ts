/**
 * What Apogee asks of a payment provider. Its terms are those of a purchase, never of courses.
 * All amounts are integer sen (`…Cents`), all times are `Date`s. Real adapter: chip.ts. Local one:
 * simulated-provider.ts.
 */
import type { Language } from '@apogee/domain/languages.ts'

/** One seller's credentials at the provider. `secret` is never logged, never returned to a client. */
export interface ProviderAccount {
  id: number
  secret: string
  brandId: string
  /** Null until a first purchase has shown the key's mode (docs/chip.md#keys-and-modes). */
  testMode: boolean | null
}

/** A brand's id is a UUID: sellers type it in either case, the provider reports it in lower case. */
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

/** Whether the payer's money arrived, even if it was returned afterwards. */
export const isPaidState = (state: ProviderState): boolean =>
  state === 'paid' || state === 'refunded' || state === 'charged_back'

/** Whether only the provider's next state will show where the money is. */
export const isUndecidedState = (state: ProviderState): boolean =>
  state === 'processing' || state === 'refunding' || state === 'unknown'

/** A purchase as the provider reports it. Nothing in it has been compared with an order. */
export interface ProviderPurchase {
  id: string
  state: ProviderState
  /** The provider's own word for `state`: recorded and logged, and never compared. */
  providerStatus: string
  /** Grows with each change of the purchase; 0 when the provider reports neither a time nor a history of changes. */
  version: number
  /** Whether it can still be paid at `checkoutUrl`; true also after a declined attempt. */
  payable: boolean
  reference: string
  brandId: string
  /** The requested amount. */
  amountCents: number
  currency: string
  /** The amount of the payment itself, before fees; null until there is one. */
  paidAmountCents: number | null
  /** The payment's own currency; null until there is one. */
  paidCurrency: string | null
  isTest: boolean
  /** Marked as paid by hand in the provider's portal: no money moved. */
  markedAsPaid: boolean
  /** The amount that can still be refunded; null when the provider does not report it. */
  refundableCents: number | null
  /**
   * The refunds that the payment method allows; both when the provider does not report it. Empty once nothing is left.
   */
  refundKinds: readonly ('full' | 'partial')[]
  checkoutUrl: string
  paidAt: Date | null
  /** `visa`, `fpx`, …; empty until paid. */
  paymentMethod: string
  /** The newest failed attempt's code, such as `insufficient_funds`; null when the newest attempt did not fail. */
  attemptError: string | null
  /** The provider's answer without the payer's personal data, for evidence. */
  raw: Readonly<Record<string, unknown>>
}

/** The payer. Blank fields are not sent; long ones are cut to the provider's limits. */
export interface Payer {
  email: string
  fullName?: string
  phone?: string
  address?: string
  city?: string
  state?: string
  postalCode?: string
  /** Alpha-2 code or English country name. */
  country?: string
  /** Name and tax number of the company that the purchase is for, if any. */
  companyName?: string
  taxNumber?: string
}

export interface PurchaseRequest {
  /** Our own unguessable id, at most 128 characters. */
  reference: string
  lines: readonly { name: string; amountCents: number }[]
  /** The charged amount, whatever the lines add up to. Above 0. */
  totalCents: number
  currency: 'MYR'
  payer: Payer
  successUrl: string
  failureUrl: string
  /** Target of 'return to seller'; it does not cancel (docs/chip.md#creating-a-purchase). */
  cancelUrl: string
  /** Where the provider sends callbacks; null when it cannot reach us. */
  callbackUrl: string | null
  /** After this instant the purchase cannot be paid any more. Must lie in the future. */
  dueAt: Date
  language: Language
}

/** The purchase that a callback names. Only a hint: read the purchase before acting. */
export interface CallbackHint {
  purchaseId: string
  /** The provider's own word, to be recorded. See `PaymentProvider.isPaidEvent`. */
  eventType: string | null
  reference: string | null
}

export interface CallbackRefusal {
  refused: 'not_json' | 'not_an_object' | 'no_purchase_id'
}

/** What this process has seen of the provider since its start. */
export interface ProviderRecord {
  /** The newest answer; a refusal is one. Null before the first. */
  answeredAt: Date | null
  /** The first failure after the newest answer; null when the newest request was answered. */
  failingSince: Date | null
  /** The newest failure; null before the first. */
  failedAt: Date | null
  /** Whether requests are withheld at present, because the provider did not answer of late. */
  isWithholding: boolean
  /** `failed`: no valid answer in time. `withheld`: not sent. A retry counts with its request. */
  requests: Readonly<Record<'answered' | 'failed' | 'withheld', number>>
}

/**
 * Every method except `parseCallback`, `isPaidEvent`, `checkCredentials` and `record` throws `ProviderError` and nothing else.
 */
export interface PaymentProvider {
  /**
   * Creates a purchase. Not idempotent at the provider; it may be retried under one reference, because a lost
   * answer leaves a purchase whose page nobody has and which expires by itself (docs/chip.md#repeating-requests).
   */
  createPurchase(account: ProviderAccount, request: PurchaseRequest): Promise<ProviderPurchase>
  /** Reads one purchase. Unknown, foreign or malformed ids are `not_found`. */
  readPurchase(account: ProviderAccount, purchaseId: string): Promise<ProviderPurchase>
  /** Makes a purchase unpayable. `too_late`: it was paid or ended before; the returned purchase shows how. */
  cancelPurchase(
    account: ProviderAccount,
    purchaseId: string,
  ): Promise<{ outcome: 'cancelled' | 'too_late'; purchase: ProviderPurchase }>
  /**
   * Refunds `amountCents`, or the remaining amount. `pending`: accepted, not done; read the purchase later.
   * Never retried by the adapter. A `ProviderError` with `outcomeUnknown` must be resolved by reading
   * (docs/chip.md#refunds).
   */
  refundPurchase(
    account: ProviderAccount,
    purchaseId: string,
    amountCents?: number,
  ): Promise<{ outcome: 'refunded' | 'pending'; refundId: string | null }>
  /**
   * Whether these exact bytes were signed for this account (docs/chip.md#signatures). A missing or empty signature is
   * false. Throws only when no key is cached and none could be fetched: answer 5xx then, so that the provider retries.
   */
  verifyCallback(account: ProviderAccount, rawBody: Buffer, signature: string | undefined): Promise<boolean>
  /** Never throws. Refund events lead to their purchase (docs/chip.md#callbacks). */
  parseCallback(rawBody: Buffer): CallbackHint | CallbackRefusal
  /** Whether callbacks with this `eventType` report that money arrived. Never throws. */
  isPaidEvent(eventType: string): boolean
  /**
   * The provider's names of the payment methods for `amountCents`, such as `fpx` or `visa`: each has a minimum
   * amount, and an account may lack some (docs/chip.md#payment-methods).
   */
  paymentMethods(account: ProviderAccount, amountCents: number): Promise<readonly string[]>
  /** Asks the provider whether key and brand belong together, without side effects. Never throws. */
  checkCredentials(
    account: Pick<ProviderAccount, 'secret' | 'brandId'>,
  ): Promise<'accepted' | 'rejected' | 'unreachable'>
  /** For metrics. Never throws. */
  record(): ProviderRecord
}

/**
 * - `unreachable`: no answer in time, connection lost, 429 or 5xx, or not sent because of these. Retry later.
 * - `rejected`: the provider understood and refused; `codes` give the reasons, such as `purchase_refund_wrong_status`.
 * - `unauthorised`: the key is wrong or revoked.
 * - `not_found`: no such purchase for this key.
 * - `unexpected`: an answer outside the contract (HTML, other JSON, a redirect, a foreign payment page).
 */
export type ProviderErrorKind = 'unreachable' | 'rejected' | 'unauthorised' | 'not_found' | 'unexpected'

/** Contains codes and field names only: no secret, no payer, no body. Safe to log. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly httpStatus: number | null
  readonly codes: readonly string[]
  /** True when the provider may have processed the request although no valid answer arrived. */
  readonly outcomeUnknown: boolean
  /** The provider's Retry-After (429), if it sent one. */
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
