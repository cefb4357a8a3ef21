/** Validates the body of POST /purchases/ as CHIP does and creates the purchase (docs/chip.md#creating-a-purchase). Pure. */
import { countryCode } from '@apogee/domain/country-code.ts'
import { isRecord } from '../wire.ts'
import type { PurchaseDocument, PurchaseLine } from './purchase-document.ts'
import { lineTotal } from './purchase.rules.ts'

/** Maps each wrong field to a list of `{ message, code }`, as CHIP's error bodies do. A nested object has a nested map. */
export type ErrorBody = Record<string, unknown>

interface NewPurchaseContext {
  id: string
  companyId: string
  isTest: boolean
  now: number
  number: number
  checkoutUrl: (successRedirect: string) => string
  /** True refuses a `success_callback` on a port other than 80 or 443, as CHIP does. */
  strictCallbackPorts: boolean
}

const whitelistable = [
  'fpx',
  'fpx_b2b1',
  'duitnow_qr',
  'dnqr',
  'visa',
  'mastercard',
  'maestro',
  'mpgs_apple_pay',
  'mpgs_google_pay',
  'razer_atome',
  'razer_grabpay',
  'razer_maybankqr',
  'razer_shopeepay',
  'shopee_pay',
  'razer_tng',
  'crypto_coin',
]

const clientLimits = {
  full_name: 128,
  bank_account: 34,
  bank_code: 11,
  shipping_street_address: 128,
  shipping_city: 128,
  shipping_state: 128,
  shipping_zip_code: 32,
  phone: 32,
  personal_code: 32,
  street_address: 128,
  city: 128,
  state: 128,
  zip_code: 32,
  legal_name: 128,
  brand_name: 128,
  registration_number: 32,
  tax_number: 32,
}

/** Collects errors in CHIP's shape. The errors of a list's lines keep the positions of these lines. */
export class Complaints {
  readonly body: ErrorBody = {}

  add(path: readonly string[], code: string): void {
    let node = this.body
    const fields = path.slice(0, -1)
    for (const [index, field] of fields.entries()) {
      const place = Number(fields[index + 1])
      if (Number.isInteger(place)) {
        const list: ErrorBody[] = Array.isArray(node[field]) ? node[field] : (node[field] = [])
        while (list.length <= place) list.push({})
        node = list[place] ?? {}
      } else if (!/^\d+$/.test(field)) {
        const inner = node[field]
        node = isRecord(inner) ? inner : (node[field] = {})
      }
    }
    const field = path.at(-1) ?? '__all__'
    const said = node[field]
    node[field] = [...(Array.isArray(said) ? said : []), { message: messageOf(code), code }]
  }

  get any(): boolean {
    return Object.keys(this.body).length > 0
  }
}

/** Returns an error body for one field, or for the whole object when no field is named. */
export function complaint(code: string, field = '__all__'): ErrorBody {
  return { [field]: [{ message: messageOf(code), code }] }
}

function messageOf(code: string): string {
  return `Refused: ${code.replaceAll('_', ' ')}.`
}

/** Reads the fields of a body and collects their errors. */
class OrderFields {
  readonly complaints = new Complaints()
  readonly #strictCallbackPorts: boolean

  constructor(strictCallbackPorts: boolean) {
    this.#strictCallbackPorts = strictCallbackPorts
  }

  /** Returns the text under the last name of `path`, or an empty text when it is missing or invalid. */
  text(source: Record<string, unknown>, path: readonly string[], limit: number): string {
    const value = source[path.at(-1) ?? ''] ?? ''
    if (typeof value !== 'string') this.complaints.add(path, 'invalid')
    else if ([...value].length > limit) this.complaints.add(path, 'max_length')
    else return value
    return ''
  }

  /** Returns an amount in sen, or 0 when it is invalid. */
  amount(value: unknown, path: readonly string[]): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    this.complaints.add(
      path,
      typeof value === 'number' && value < 0 ? 'min_value' : value === null ? 'null' : 'invalid',
    )
    return 0
  }

  decimalText(value: unknown, fallback: string, places: number, path: readonly string[]): string {
    if (value === undefined) return fallback
    const text = typeof value === 'number' ? String(value) : value
    if (text === null) this.complaints.add(path, 'null')
    else if (typeof text === 'string' && /^-\d/.test(text)) this.complaints.add(path, 'min_value')
    else if (typeof text !== 'string' || !/^\d{1,9}(\.\d+)?$/.test(text)) this.complaints.add(path, 'invalid')
    else if ((text.split('.')[1] ?? '').length > places) this.complaints.add(path, 'max_decimal_places')
    else {
      const [whole = '0', fraction = ''] = text.split('.')
      return `${whole}.${fraction.padEnd(places, '0')}`
    }
    return fallback
  }

  address(order: Record<string, unknown>, name: string): string {
    const value = this.text(order, [name], 500)
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['http:', 'https:'].includes(url.protocol)) this.complaints.add([name], 'invalid')
    else if (name === 'success_callback' && this.#strictCallbackPorts && url.port !== '')
      this.complaints.add([name], 'invalid')
    // The simulator never sends callbacks to CHIP itself.
    else if (name === 'success_callback' && /(^|\.)chip-in\.asia$/.test(url.hostname))
      this.complaints.add([name], 'invalid')
    return value
  }
}

/** Returns the new purchase, or CHIP's error body. Ignores unknown fields. */
export function placePurchase(
  body: unknown,
  context: NewPurchaseContext,
): PurchaseDocument | { errors: ErrorBody } {
  const fields = new OrderFields(context.strictCallbackPorts)
  const { complaints } = fields
  const order = isRecord(body) ? body : {}
  if (typeof order['brand_id'] !== 'string' || order['brand_id'].trim() === '')
    complaints.add(['brand_id'], 'required')
  const client = readPayer(order, fields)
  const purchase = isRecord(order['purchase']) ? order['purchase'] : {}
  if (!isRecord(order['purchase'])) complaints.add(['purchase'], 'required')
  const sums = readSums(purchase, fields)
  // A total of 0 is allowed for a card check only (docs/chip.md#creating-a-purchase).
  const isNothingToPay = sums.total < 0 || (sums.total === 0 && order['skip_capture'] !== true)
  if (isNothingToPay && !complaints.any) complaints.add(['purchase', '__all__'], 'purchase_zero_total')
  const due = readDue(order, context.now, complaints)
  const whitelist = readWhitelist(order, complaints)
  const successRedirect = fields.address(order, 'success_redirect')
  const document: PurchaseDocument = {
    ...untouchedPurchase(context),
    ...ownAddresses(context.checkoutUrl(successRedirect)),
    brand_id: typeof order['brand_id'] === 'string' ? order['brand_id'] : '',
    client,
    purchase: {
      currency: 'MYR',
      ...sums,
      language: fields.text(purchase, ['purchase', 'language'], 2) || 'en',
      notes: fields.text(purchase, ['purchase', 'notes'], 10_000),
      timezone: fields.text(purchase, ['purchase', 'timezone'], 64) || 'UTC',
      due_strict: purchase['due_strict'] === true,
      metadata: isRecord(purchase['metadata']) ? purchase['metadata'] : {},
    },
    reference: fields.text(order, ['reference'], 128),
    due,
    payment_method_whitelist: whitelist,
    success_redirect: successRedirect,
    failure_redirect: fields.address(order, 'failure_redirect'),
    cancel_redirect: fields.address(order, 'cancel_redirect'),
    success_callback: fields.address(order, 'success_callback'),
    creator_agent: fields.text(order, ['creator_agent'], 32),
    platform: fields.text(order, ['platform'], 32) || 'api',
    send_receipt: order['send_receipt'] === true,
    skip_capture: order['skip_capture'] === true,
    force_recurring: order['force_recurring'] === true,
    tags: Array.isArray(order['tags']) ? order['tags'].map(String) : [],
  }
  return complaints.any ? { errors: complaints.body } : document
}

function readPayer(order: Record<string, unknown>, fields: OrderFields): PurchaseDocument['client'] {
  const { complaints } = fields
  const client = isRecord(order['client']) ? order['client'] : null
  if (client && order['client_id'] !== undefined) complaints.add(['__all__'], 'purchase_client_or_id_only')
  else if (order['client_id'] !== undefined) complaints.add(['client_id'], 'does_not_exist')
  else if (!client) complaints.add(['__all__'], 'purchase_client_or_id_required')
  const payer: PurchaseDocument['client'] = { email: '' }
  if (!client) return payer
  payer.email = fields.text(client, ['client', 'email'], 254)
  if (client['email'] === undefined) complaints.add(['client', 'email'], 'required')
  else if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(payer.email)) complaints.add(['client', 'email'], 'invalid')
  for (const [name, limit] of Object.entries(clientLimits))
    payer[name] = fields.text(client, ['client', name], limit)
  const country = fields.text(client, ['client', 'country'], 128)
  payer['country'] = countryCode(country) ?? ''
  if (country !== '' && payer['country'] === '') complaints.add(['client', 'country'], 'invalid_choice')
  for (const name of ['cc', 'bcc']) {
    const copies: unknown = client[name] ?? []
    const isList =
      Array.isArray(copies) && copies.every((one) => typeof one === 'string' && one.includes('@'))
    if (!isList) complaints.add(['client', name], 'invalid')
    payer[name] = isList ? copies : []
  }
  return payer
}

/** Returns the lines of a purchase and their sums in sen. */
function readSums(purchase: Record<string, unknown>, fields: OrderFields) {
  const { complaints } = fields
  const currency = purchase['currency'] ?? 'MYR'
  if (currency !== 'MYR') complaints.add(['purchase', 'currency'], 'invalid_choice')
  fields.text(purchase, ['purchase', 'email_message'], 256)
  const wanted = Array.isArray(purchase['products']) ? purchase['products'] : []
  if (wanted.length === 0)
    complaints.add(['purchase', 'products'], purchase['products'] ? 'min_length' : 'required')
  const lines = wanted.map((given: unknown, index) => readLine(given, index, fields))
  const debt = purchase['debt'] ?? 0
  const isDebt = typeof debt === 'number' && Number.isSafeInteger(debt)
  if (!isDebt) complaints.add(['purchase', 'debt'], 'invalid')
  const override =
    purchase['total_override'] == null
      ? null
      : fields.amount(purchase['total_override'], ['purchase', 'total_override'])
  const linesSen = lines.reduce((sum, { sen }) => sum + sen, 0)
  return {
    products: lines.map(({ product }) => product),
    total: override ?? linesSen + (isDebt ? debt : 0),
    total_override: override,
    debt: typeof debt === 'number' ? debt : 0,
  }
}

function readLine(
  given: unknown,
  index: number,
  fields: OrderFields,
): { product: PurchaseLine; sen: number } {
  const { complaints } = fields
  const line = isRecord(given) ? given : {}
  const at = (name: string) => ['purchase', 'products', String(index), name]
  const name = fields.text(line, at('name'), 256)
  if (name.trim() === '') complaints.add(at('name'), line['name'] === undefined ? 'required' : 'blank')
  if (line['price'] === undefined) complaints.add(at('price'), 'required')
  const override = line['total_price_override']
  const product: PurchaseLine = {
    name,
    price: line['price'] === undefined ? 0 : fields.amount(line['price'], at('price')),
    quantity: fields.decimalText(line['quantity'], '1.0000', 4, at('quantity')),
    discount: line['discount'] === undefined ? 0 : fields.amount(line['discount'], at('discount')),
    tax_percent: fields.decimalText(line['tax_percent'], '0.00', 2, at('tax_percent')),
    category: line['category'] === null ? '' : fields.text(line, at('category'), 256),
    total_price_override: override == null ? null : fields.amount(override, at('total_price_override')),
  }
  if (Number(product.tax_percent) > 100) complaints.add(at('tax_percent'), 'max_value')
  if (line['category'] === null) complaints.add(at('category'), 'null')
  const sen = lineTotal(product)
  if (sen === null) complaints.add(at('__all__'), 'product_subtotal_negative')
  return { product, sen: sen ?? 0 }
}

/** Returns the time until which the purchase can be paid, in unix seconds. */
function readDue(order: Record<string, unknown>, now: number, complaints: Complaints): number {
  const due = order['due'] ?? now + 3600
  if (typeof due !== 'number' || !Number.isSafeInteger(due)) complaints.add(['due'], 'invalid')
  else if (due <= now) complaints.add(['due'], 'due_not_greater_than_now')
  return typeof due === 'number' ? due : now
}

function readWhitelist(order: Record<string, unknown>, complaints: Complaints): string[] | null {
  const whitelist = order['payment_method_whitelist']
  if (whitelist === undefined) return null
  if (!Array.isArray(whitelist) || whitelist.length === 0)
    complaints.add(['payment_method_whitelist'], 'min_length')
  else if (whitelist.some((method) => !whitelistable.includes(method)))
    complaints.add(['payment_method_whitelist'], 'invalid_payment_method_whitelist')
  return Array.isArray(whitelist) ? whitelist.map(String) : null
}

/** Returns the fields that every new purchase has, before it is opened or paid. */
function untouchedPurchase({ id, companyId, isTest, now, number }: NewPurchaseContext) {
  return {
    id,
    type: 'purchase',
    created_on: now,
    updated_on: now,
    status: 'created',
    status_history: [{ status: 'created', timestamp: now }],
    viewed_on: null,
    is_test: isTest,
    company_id: companyId,
    user_id: null,
    client_id: id,
    billing_template_id: null,
    order_id: null,
    payment: null,
    issuer_details: {},
    transaction_data: {
      payment_method: '',
      flow: 'payform',
      processing_tx_id: '',
      country: '',
      extra: {},
      attempts: [],
    },
    reference_generated: `SIM${number}`,
    issued: new Date(now * 1000).toISOString().slice(0, 10),
    refund_availability: 'none',
    refundable_amount: 0,
    currency_conversion: null,
    product: 'purchases',
    created_from_ip: '',
    direct_post_url: null,
    marked_as_paid: false,
    is_recurring_token: false,
    recurring_token: null,
  } as const satisfies Partial<PurchaseDocument>
}

const ownAddresses = (checkoutUrl: string) => ({
  checkout_url: checkoutUrl,
  invoice_url: `${checkoutUrl}invoice/`,
})
