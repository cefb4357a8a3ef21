/** Converts between CHIP's wire format and our types (docs/chip.md#the-purchase). The functions are pure. */
import { countryCode } from '@apogee/domain/country-code.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import * as z from 'zod/mini'

import type {
  CallbackHint,
  CallbackRefusal,
  ProviderPurchase,
  ProviderState,
  PurchaseRequest,
} from './port.ts'

/** Maps the 21 statuses of docs/chip.md#statuses to our states. */
export const stateOfStatus: Readonly<Record<string, ProviderState>> = {
  created: 'unpaid',
  sent: 'unpaid',
  viewed: 'unpaid',
  overdue: 'unpaid',
  pending_execute: 'processing',
  pending_charge: 'processing',
  pending_capture: 'processing',
  hold: 'processing',
  paid: 'paid',
  cleared: 'paid',
  settled: 'paid',
  error: 'failed',
  blocked: 'failed',
  preauthorized: 'failed',
  pending_release: 'failed',
  released: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  pending_refund: 'refunding',
  refunded: 'refunded',
  chargeback: 'charged_back',
}

const payableStatuses = new Set(['created', 'sent', 'viewed', 'overdue', 'error', 'blocked'])

const purchaseIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id must pass this check before it becomes part of a path. */
export function isPurchaseId(text: string): boolean {
  return purchaseIdPattern.test(text)
}

const sen = z.int()

/** Parses an optional value that nothing depends on. A value of an unexpected form counts as absent. */
const hint = <Known>(form: z.ZodMiniType<Known>) =>
  z.union([
    z.nullish(form),
    z.pipe(
      z.unknown(),
      z.transform(() => null),
    ),
  ])

/** Times are in Unix seconds of this century. Milliseconds and impossible dates are refused. */
const seconds = z.number().check(z.minimum(0), z.maximum(4_102_444_800))

const attempt = z.object({
  type: hint(z.string()),
  successful: hint(z.boolean()),
  payment_method: hint(z.string()),
  processing_time: hint(z.number()),
  error: hint(z.object({ code: hint(z.string()) })),
})

const purchaseAnswer = z.object({
  id: z.string().check(z.regex(purchaseIdPattern)),
  type: z.nullish(z.literal('purchase')),
  status: z.string().check(z.minLength(1)),
  status_history: hint(z.array(z.object({ status: z.string(), timestamp: hint(z.number()) }))),
  is_test: z.boolean(),
  company_id: hint(z.string()),
  brand_id: z.string(),
  reference: z.nullish(z.string()),
  checkout_url: hint(z.string()),
  marked_as_paid: z.nullish(z.boolean()),
  refund_availability: hint(z.string()),
  refundable_amount: z.nullish(sen),
  created_on: hint(seconds),
  updated_on: hint(seconds),
  due: hint(seconds),
  event_type: hint(z.string()),
  purchase: z.object({ total: sen, currency: z.string() }),
  payment: z.nullish(
    z.object({
      amount: sen,
      net_amount: hint(sen),
      fee_amount: hint(sen),
      pending_amount: hint(sen),
      currency: z.string(),
      payment_type: hint(z.string()),
      paid_on: hint(seconds),
      remote_paid_on: hint(seconds),
    }),
  ),
  transaction_data: hint(
    z.object({
      payment_method: hint(z.string()),
      flow: hint(z.string()),
      attempts: hint(z.array(attempt)),
    }),
  ),
})

/**
 * Parses an answer into a purchase. Returns null when the answer is no purchase. Fields outside the schema are dropped, including
 * the payer's, so that `raw` may be stored as evidence.
 */
export function parsePurchase(
  answer: unknown,
  mayLeadTo: (checkoutUrl: string) => boolean,
): ProviderPurchase | null {
  const parsed = purchaseAnswer.safeParse(answer)
  if (!parsed.success) return null
  const document = parsed.data
  const payment = document.payment ?? null
  const paidOn = payment?.paid_on ?? payment?.remote_paid_on ?? null
  const newest = document.transaction_data?.attempts?.[0]
  const checkoutUrl = document.checkout_url ?? ''
  return {
    id: document.id,
    state: stateOfStatus[document.status] ?? 'unknown',
    providerStatus: document.status,
    version: versionOf(document),
    payable: payableStatuses.has(document.status),
    reference: document.reference ?? '',
    brandId: document.brand_id,
    amountCents: document.purchase.total,
    currency: document.purchase.currency,
    paidAmountCents: payment?.amount ?? null,
    paidCurrency: payment?.currency ?? null,
    isTest: document.is_test,
    markedAsPaid: document.marked_as_paid ?? false,
    refundableCents: document.refundable_amount ?? null,
    refundKinds: refundKinds(document.refund_availability ?? null, document.refundable_amount ?? null),
    checkoutUrl: mayLeadTo(checkoutUrl) ? checkoutUrl : '',
    paidAt: paidOn === null ? null : new Date(paidOn * 1000),
    paymentMethod: document.transaction_data?.payment_method ?? '',
    attemptError: newest?.successful === false ? (newest.error?.code ?? 'unknown') : null,
    raw: document,
  }
}

/**
 * The version combines the provider's time of change with the length of the history, because several changes may have the same
 * second.
 */
function versionOf({
  updated_on: updatedOn,
  status_history: history,
}: Pick<z.infer<typeof purchaseAnswer>, 'updated_on' | 'status_history'>): number {
  return Math.floor(updatedOn ?? 0) * 1000 + Math.min(history?.length ?? 0, 999)
}

/** Reads `refund_availability`. Values that begin with `pis_` mean the same as those without (docs/chip.md#refunds). */
function refundKinds(availability: string | null, left: number | null): ('full' | 'partial')[] {
  if (availability === 'none' || left === 0) return []
  if (availability === 'full_only') return ['full']
  return availability === 'partial_only' || availability === 'pis_partial' ? ['partial'] : ['full', 'partial']
}

const refundAnswer = z.object({
  id: z.string(),
  type: z.literal('payment'),
  status: z.nullish(z.string()),
  related_to: z.nullish(z.object({ id: z.string() })),
})

/**
 * Parses the answer to a refund. The answer is a Payment when the refund is done, and the Purchase while it is running
 * (docs/chip.md#refunds). Returns null for any other answer, and for another purchase.
 */
export function parseRefund(
  answer: unknown,
  purchaseId: string,
): { outcome: 'refunded' | 'pending'; refundId: string | null } | null {
  const isOurs = (id: string) => id.toLowerCase() === purchaseId.toLowerCase()
  const payment = refundAnswer.safeParse(answer)
  if (payment.success) {
    if (!isOurs(payment.data.related_to?.id ?? purchaseId)) return null
    const done = payment.data.status == null || ['success', 'refunded', 'paid'].includes(payment.data.status)
    return { outcome: done ? 'refunded' : 'pending', refundId: payment.data.id }
  }
  const purchase = purchaseAnswer.safeParse(answer)
  if (!purchase.success || !isOurs(purchase.data.id)) return null
  if (purchase.data.status === 'refunded') return { outcome: 'refunded', refundId: null }
  return purchase.data.status === 'pending_refund' ? { outcome: 'pending', refundId: null } : null
}

const paidEventTypes = new Set(['purchase.paid', 'purchase.captured'])

export const isPaidEvent = (eventType: string): boolean => paidEventTypes.has(eventType)

/**
 * Parses the body of a callback, which is only a hint to read the purchase (docs/chip.md#callbacks). An invalid body returns a
 * refusal and never throws.
 */
export function parseCallback(rawBody: Buffer): CallbackHint | CallbackRefusal {
  let body: unknown
  try {
    body = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return { refused: 'not_json' }
  }
  if (!isRecord(body)) return { refused: 'not_an_object' }
  const source = body['type'] === 'payment' ? body['related_to'] : body
  const purchaseId = isRecord(source) ? text(source['id']) : null
  const isOtherType = isRecord(source) && source['type'] !== undefined && source['type'] !== 'purchase'
  if (purchaseId === null || isOtherType || !isPurchaseId(purchaseId)) return { refused: 'no_purchase_id' }
  return { purchaseId, eventType: text(body['event_type']), reference: text(body['reference']) }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * CHIP fails if a purchase has more than a hundred lines (docs/chip.md#creating-a-purchase), so a larger purchase is sent as one
 * line.
 */
const mostLines = 100

/** Returns the body of POST /purchases/ within the limits of docs/chip.md#creating-a-purchase and without blank fields. */
export function purchaseBody(brandId: string, request: PurchaseRequest): Record<string, unknown> {
  const { payer, lines, totalCents } = request
  const named = lines.map((line) => ({ name: cut(line.name, 256) ?? 'Item', price: line.amountCents }))
  const whole = [{ name: cut(request.reference, 256) ?? 'Purchase', price: totalCents }]
  return present({
    brand_id: brandId,
    reference: cut(request.reference, 128),
    client: present({
      email: payer.email.trim(),
      full_name: cut(payer.fullName, 128),
      legal_name: cut(payer.companyName, 128),
      tax_number: cut(payer.taxNumber, 32),
      phone: cut(payer.phone, 32),
      street_address: cut(payer.address, 128),
      city: cut(payer.city, 128),
      state: cut(payer.state, 128),
      zip_code: cut(payer.postalCode, 32),
      country: countryCode(payer.country),
    }),
    purchase: {
      currency: request.currency,
      products: named.length > 0 && named.length <= mostLines ? named : whole,
      total_override: totalCents,
      language: request.language,
      timezone: malaysiaTimeZone,
      due_strict: true,
    },
    due: Math.floor(request.dueAt.getTime() / 1000),
    success_redirect: request.successUrl,
    failure_redirect: request.failureUrl,
    cancel_redirect: request.cancelUrl,
    success_callback: request.callbackUrl ?? undefined,
    send_receipt: false,
    creator_agent: 'Apogee',
    platform: 'api',
  })
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Cuts a text to one line of at most `limit` characters. Returns undefined when nothing is left. */
function cut(value: string | undefined, limit: number): string | undefined {
  const line = (value ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  const kept = line.length <= limit ? line : [...line].slice(0, limit).join('').trim()
  return kept === '' ? undefined : kept
}
