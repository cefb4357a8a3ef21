/** Produces the bytes of a callback as CHIP writes and signs them (docs/chip.md#callbacks). */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  randomUUID,
  sign,
} from 'node:crypto'
import { promisify } from 'node:util'

import { isRecord } from './wire.ts'
import { withFields } from './faults.ts'
import type { CallbackFault, CallbackPlan, PurchaseDocument } from './purchase/purchase-document.ts'
import { heldCents, type PurchaseEvent } from './purchase/purchase-events.rules.ts'
import type { NewDelivery, Webhook } from './storage/storage.ts'

/** Serialises JSON with Python's separators and escapes, so that parsing and serialising it again produces other bytes. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => pythonJson(item)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return `{${fields.map(([name, field]) => `${pythonJson(name)}: ${pythonJson(field)}`).join(', ')}}`
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const generateRsa = promisify(generateKeyPair)

export async function generatePrivateKey(): Promise<string> {
  const { privateKey } = await generateRsa('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

export function publicKeyOf(privateKeyPem: string): string {
  return createPublicKey(createPrivateKey(privateKeyPem)).export({ type: 'spki', format: 'pem' }).toString()
}

/** Signs with RSASSA-PKCS1-v1_5 and SHA-256, and returns base64. */
export function signBody(privateKeyPem: string, body: string): string {
  return sign('sha256', Buffer.from(body), privateKeyPem).toString('base64')
}

/** Holds the receivers of a purchase's events and the private keys that sign the callbacks to them. */
export interface Listeners {
  companyKey: string
  webhooks: readonly Webhook[]
}

const callbackEvents = new Set(['purchase.paid', 'purchase.captured'])

/**
 * Returns the deliveries of these events. Each contains the current snapshot of the purchase and the faults that the tester chose
 * (docs/chip.md#callbacks).
 */
export function deliveriesFor(
  events: readonly PurchaseEvent[],
  before: PurchaseDocument | null,
  document: PurchaseDocument,
  plan: CallbackPlan,
  listeners: Listeners,
  now: Date,
): NewDelivery[] {
  return events.flatMap((event) => {
    const body = event.subject === 'purchase' ? document : refundPayment(document, before)
    const toWebhooks = listeners.webhooks
      .filter(({ document: { all_events, events: wanted } }) => all_events || wanted.includes(event.type))
      .flatMap((webhook) =>
        planned(body, event.type, webhook.document.callback, plan, webhook.privateKey, now).map(
          (delivery) => ({ ...delivery, webhookId: webhook.id }),
        ),
      )
    const isForCallback = document.success_callback !== '' && callbackEvents.has(event.type)
    return isForCallback
      ? [
          ...planned(body, event.type, document.success_callback, plan, listeners.companyKey, now),
          ...toWebhooks,
        ]
      : toWebhooks
  })
}

function planned(
  outcome: object,
  eventType: string,
  url: string,
  plan: CallbackPlan,
  key: string,
  now: Date,
): NewDelivery[] {
  const delivery: NewDelivery = {
    url,
    ...lie(outcome, eventType, plan.fault, key),
    dueAt: new Date(now.getTime() + plan.delaySeconds * 1000),
    state: plan.lost ? 'lost' : 'waiting',
    eventType,
    webhookId: null,
    ordered: plan.ordered,
  }
  return Array.from({ length: plan.copies }, () => delivery)
}

let strangerKey: string | null = null

/** Returns a private key that belongs to no account, so that its signatures are well formed but invalid. */
function keyOfStranger(): string {
  strangerKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return strangerKey
}

/** Maps each fault to the fields, by dotted path, that it replaces in the body of a callback. */
const lies: Readonly<Partial<Record<CallbackFault, Record<string, unknown>>>> = {
  wrong_currency: { 'purchase.currency': 'IDR', 'payment.currency': 'IDR' },
  wrong_brand: { brand_id: '00000000-0000-4000-8000-000000000000' },
  wrong_reference: { reference: 'somebody-elses-order' },
  unknown_status: { status: 'teleported' },
  unknown_event: { event_type: 'purchase.teleported' },
  stale: { status: 'viewed', payment: null, event_type: 'purchase.viewed', refundable_amount: 0 },
  missing_fields: { status: undefined, purchase: undefined, payment: undefined, reference: undefined },
}

function lie(
  outcome: object,
  eventType: string,
  fault: CallbackFault | null,
  key: string,
): { body: string; signature: string } {
  const truth: Record<string, unknown> = { ...outcome, event_type: eventType }
  const total = isRecord(truth['purchase']) ? Number(truth['purchase']['total']) : 0
  const changes =
    fault === 'wrong_amount'
      ? { 'purchase.total': total + 100, 'payment.amount': total + 100 }
      : fault === 'wrong_mode'
        ? { is_test: truth['is_test'] !== true }
        : fault && lies[fault]
  const whole = pythonJson(changes ? withFields(changes)(truth) : truth)
  const body = fault === 'truncated' ? whole.slice(0, Math.floor(whole.length / 2)) : whole
  if (fault === 'reserialised')
    return { body: JSON.stringify(JSON.parse(body)), signature: signBody(key, body) }
  if (fault === 'no_signature') return { body, signature: '' }
  if (fault === 'bad_signature') return { body, signature: signBody(key, `${body} `) }
  return { body, signature: signBody(fault === 'wrong_key' ? keyOfStranger() : key, body) }
}

/** Returns the Payment of a refund or chargeback, which names its purchase in `related_to` (docs/chip.md#callbacks). */
export function refundPayment(document: PurchaseDocument, before: PurchaseDocument | null) {
  const at = document.updated_on
  const amount = Math.abs(heldCents(document) - (before ? heldCents(before) : 0))
  return {
    id: randomUUID(),
    type: 'payment',
    status: 'success',
    is_test: document.is_test,
    company_id: document.company_id,
    brand_id: document.brand_id,
    reference: document.reference,
    created_on: at,
    updated_on: at,
    related_to: { type: 'purchase', id: document.id },
    payment: {
      is_outgoing: before ? heldCents(document) < heldCents(before) : true,
      payment_type: 'refund',
      amount,
      net_amount: amount,
      fee_amount: 0,
      pending_amount: 0,
      currency: document.purchase.currency,
      paid_on: at,
      remote_paid_on: at,
      pending_unfreeze_on: null,
      description: '',
    },
  }
}
