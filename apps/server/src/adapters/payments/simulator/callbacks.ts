/** The bytes of a callback as CHIP writes and signs them (chip.md §4). */
import { createPrivateKey, createPublicKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'

import type { CallbackPlan, PurchaseDocument } from './purchase-document.ts'
import type { NewDelivery } from './storage.ts'

/** JSON with Python's separators and escapes: whoever parses and writes it again gets other bytes. */
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

/** RSASSA-PKCS1-v1_5 with SHA-256, in base64. */
function signBody(privateKeyPem: string, body: string): string {
  return sign('sha256', Buffer.from(body), privateKeyPem).toString('base64')
}

/** The callbacks of one paid event: a snapshot of this moment, behaving as the tester wished. None without an address. */
export function paidCallbacks(
  document: PurchaseDocument,
  plan: CallbackPlan,
  privateKeyPem: string,
  now: Date,
): NewDelivery[] {
  if (document.success_callback === '') return []
  const told = plan.wrongAmount ? withWrongAmount(document) : document
  const body = pythonJson({ ...told, event_type: 'purchase.paid' })
  const delivery: NewDelivery = {
    url: document.success_callback,
    body,
    signature: signBody(privateKeyPem, plan.badSignature ? `${body} ` : body),
    dueAt: new Date(now.getTime() + plan.delaySeconds * 1000),
    state: plan.lost ? 'lost' : 'waiting',
  }
  return Array.from({ length: plan.copies }, () => delivery)
}

function withWrongAmount(document: PurchaseDocument): PurchaseDocument {
  const wrong = document.purchase.total + 100
  return {
    ...document,
    purchase: { ...document.purchase, total: wrong },
    payment: document.payment && { ...document.payment, amount: wrong },
  }
}
