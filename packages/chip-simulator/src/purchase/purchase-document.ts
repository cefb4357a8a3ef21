/**
 * The types describe the simulator's purchases in CHIP's own shape (docs/chip.md#the-purchase). Times are unix seconds, amounts are
 * sen.
 */

export interface PurchaseLine {
  name: string
  price: number
  /** The value is a decimal string such as `1.0000`. */
  quantity: string
  /** The discount applies to the line, not to each unit. */
  discount: number
  /** The value is a decimal string such as `0.00`. */
  tax_percent: string
  category: string
  total_price_override: number | null
}

export interface PurchaseAttempt {
  type: 'execute' | 'authorize' | 'capture' | 'release' | 'recurring_execute' | 'refund'
  successful: boolean
  payment_method: string
  error: { code: string; message: string } | null
  processing_time: number
  client_ip: string
  fee_amount: number
  flow: string
  country: string
  extra: Record<string, unknown>
}

interface PaymentDetails {
  is_outgoing: boolean
  payment_type: 'purchase' | 'refund'
  amount: number
  net_amount: number
  fee_amount: number
  pending_amount: number
  currency: string
  description: string
  paid_on: number
  remote_paid_on: number
  pending_unfreeze_on: number | null
}

export interface PurchaseDocument {
  id: string
  type: 'purchase'
  created_on: number
  updated_on: number
  status: string
  status_history: { status: string; timestamp: number }[]
  viewed_on: number | null
  is_test: boolean
  company_id: string
  user_id: null
  brand_id: string
  client_id: string
  billing_template_id: null
  order_id: null
  client: Record<string, unknown> & { email: string }
  purchase: {
    currency: string
    products: PurchaseLine[]
    total: number
    total_override: number | null
    debt: number
    language: string
    notes: string
    timezone: string
    due_strict: boolean
    metadata: Record<string, unknown>
  }
  payment: PaymentDetails | null
  issuer_details: Record<string, unknown>
  transaction_data: {
    payment_method: string
    flow: string
    processing_tx_id: string
    country: string
    extra: Record<string, unknown>
    /** The newest attempt comes first. */
    attempts: PurchaseAttempt[]
  }
  reference: string
  reference_generated: string
  issued: string
  due: number
  refund_availability: 'all' | 'none'
  refundable_amount: number
  currency_conversion: null
  payment_method_whitelist: string[] | null
  success_redirect: string
  failure_redirect: string
  cancel_redirect: string
  success_callback: string
  creator_agent: string
  platform: string
  product: 'purchases'
  created_from_ip: string
  invoice_url: string
  checkout_url: string
  direct_post_url: null
  marked_as_paid: boolean
  send_receipt: boolean
  skip_capture: boolean
  force_recurring: boolean
  is_recurring_token: boolean
  recurring_token: null
  tags: string[]
}

/**
 * These faults change a callback's bytes (docs/chip.md#what-the-simulator-imitates). All but the last four are signed with the
 * right key.
 */
export const callbackFaults = [
  'wrong_amount',
  'wrong_currency',
  'wrong_brand',
  'wrong_reference',
  'wrong_mode',
  'unknown_status',
  'unknown_event',
  'stale',
  'missing_fields',
  'truncated',
  'bad_signature',
  'wrong_key',
  'no_signature',
  'reserialised',
] as const

export type CallbackFault = (typeof callbackFaults)[number]

/** Says how the callback of one payment behaves. The tester chooses the plan on the payment page. */
export interface CallbackPlan {
  delaySeconds: number
  copies: number
  lost: boolean
  fault: CallbackFault | null
  /** False sends the callback even while an earlier callback of the purchase is waiting. */
  ordered: boolean
}

export const faithfulCallback: CallbackPlan = {
  delaySeconds: 0,
  copies: 1,
  lost: false,
  fault: null,
  ordered: true,
}

/**
 * Describes one press of Pay or Decline. With a null `errorCode` the bank accepts the payment; `antifraud_general` also blocks the
 * card.
 */
export interface PaymentTry {
  method: string
  errorCode: string | null
  extra: Record<string, unknown>
  /** 0 settles immediately; a larger value leaves the purchase in `pending_execute` for this time. */
  slowSeconds: number
  callback: CallbackPlan
  /** True makes the bank accept the payment although the purchase is cancelled or expired (docs/chip.md#not-verified). */
  evenIfOver?: boolean
}

/** Describes a payment or a refund that ends when the simulator's clock reaches `at`. */
export type Settling =
  | { at: number; kind: 'payment'; attempt: PaymentTry }
  | { at: number; kind: 'refund'; amount: number; fails?: boolean }

export interface SimulatedPurchase {
  id: string
  companyId: string
  document: PurchaseDocument
  settling: Settling | null
}

export type ActResult = PurchaseDocument | { refused: string; field?: string }
