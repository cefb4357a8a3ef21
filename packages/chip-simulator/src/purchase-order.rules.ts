/** Checks the body of POST /purchases/ as CHIP does and makes the new purchase of it (docs/chip.md#creating-a-purchase). Pure. */
import { countryCode } from '@apogee/domain/country-code.ts'
import { isRecord } from './wire.ts'
import type { PurchaseDocument, PurchaseLine } from './purchase-document.ts'
import { lineTotal } from './purchase.rules.ts'

/** CHIP's error body: field → [{ message, code }], nested for nested fields. */
export type ErrorBody = Record<string, unknown>

interface NewPurchaseContext {
  id: string
  companyId: string
  isTest: boolean
  now: number
  number: number
  checkoutUrl: (successRedirect: string) => string
  /** True: a success_callback on another port than 80 or 443 refuses the purchase, as CHIP does. */
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

/** Collects what is wrong, in CHIP's shape: fields nest, lines of a list keep their places. */
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

/** An error body for one field, or for the whole object when no field is named. */
export function complaint(code: string, field = '__all__'): ErrorBody {
  return { [field]: [{ message: messageOf(code), code }] }
}

function messageOf(code: string): string {
  return `Refused: ${code.replaceAll('_', ' ')}.`
}

/** The new purchase, or CHIP's error body. Unknown fields are ignored. */
export function placePurchase(
  body: unknown,
  context: NewPurchaseContext,
): PurchaseDocument | { errors: ErrorBody } {
  const complaints = new Complaints()
  const order = isRecord(body) ? body : {}
  const field = (source: Record<string, unknown>, path: readonly string[], limit: number): string => {
    const value = source[path.at(-1) ?? ''] ?? ''
    if (typeof value !== 'string') complaints.add(path, 'invalid')
    else if ([...value].length > limit) complaints.add(path, 'max_length')
    else return value
    return ''
  }
  const amount = (value: unknown, path: readonly string[]): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    complaints.add(
      path,
      typeof value === 'number' && value < 0 ? 'min_value' : value === null ? 'null' : 'invalid',
    )
    return 0
  }
  const address = (name: string): string => {
    const value = field(order, [name], 500)
    if (value === '') return ''
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !['http:', 'https:'].includes(url.protocol)) complaints.add([name], 'invalid')
    else if (name === 'success_callback' && context.strictCallbackPorts && url.port !== '')
      complaints.add([name], 'invalid')
    // This simulator never speaks to CHIP itself.
    else if (name === 'success_callback' && /(^|\.)chip-in\.asia$/.test(url.hostname))
      complaints.add([name], 'invalid')
    return value
  }
  const decimalText = (value: unknown, fallback: string, places: number, path: readonly string[]): string => {
    if (value === undefined) return fallback
    const text = typeof value === 'number' ? String(value) : value
    if (text === null) complaints.add(path, 'null')
    else if (typeof text === 'string' && /^-\d/.test(text)) complaints.add(path, 'min_value')
    else if (typeof text !== 'string' || !/^\d{1,9}(\.\d+)?$/.test(text)) complaints.add(path, 'invalid')
    else if ((text.split('.')[1] ?? '').length > places) complaints.add(path, 'max_decimal_places')
    else {
      const [whole = '0', fraction = ''] = text.split('.')
      return `${whole}.${fraction.padEnd(places, '0')}`
    }
    return fallback
  }

  if (typeof order['brand_id'] !== 'string' || order['brand_id'].trim() === '')
    complaints.add(['brand_id'], 'required')

  const client = isRecord(order['client']) ? order['client'] : null
  if (client && order['client_id'] !== undefined) complaints.add(['__all__'], 'purchase_client_or_id_only')
  else if (order['client_id'] !== undefined) complaints.add(['client_id'], 'does_not_exist')
  else if (!client) complaints.add(['__all__'], 'purchase_client_or_id_required')
  const payer: PurchaseDocument['client'] = { email: '' }
  if (client) {
    payer.email = field(client, ['client', 'email'], 254)
    if (client['email'] === undefined) complaints.add(['client', 'email'], 'required')
    else if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(payer.email)) complaints.add(['client', 'email'], 'invalid')
    for (const [name, limit] of Object.entries(clientLimits))
      payer[name] = field(client, ['client', name], limit)
    const country = field(client, ['client', 'country'], 128)
    payer['country'] = countryCode(country) ?? ''
    if (country !== '' && payer['country'] === '') complaints.add(['client', 'country'], 'invalid_choice')
    for (const name of ['cc', 'bcc']) {
      const copies: unknown = client[name] ?? []
      const isList =
        Array.isArray(copies) && copies.every((one) => typeof one === 'string' && one.includes('@'))
      if (!isList) complaints.add(['client', name], 'invalid')
      payer[name] = isList ? copies : []
    }
  }

  const purchase = isRecord(order['purchase']) ? order['purchase'] : {}
  if (!isRecord(order['purchase'])) complaints.add(['purchase'], 'required')
  const currency = purchase['currency'] ?? 'MYR'
  if (currency !== 'MYR') complaints.add(['purchase', 'currency'], 'invalid_choice')
  field(purchase, ['purchase', 'email_message'], 256)
  const wanted = Array.isArray(purchase['products']) ? purchase['products'] : []
  if (wanted.length === 0)
    complaints.add(['purchase', 'products'], purchase['products'] ? 'min_length' : 'required')

  let total = 0
  const products = wanted.map((given: unknown, index): PurchaseLine => {
    const line = isRecord(given) ? given : {}
    const at = (name: string) => ['purchase', 'products', String(index), name]
    const name = field(line, at('name'), 256)
    if (name.trim() === '') complaints.add(at('name'), line['name'] === undefined ? 'required' : 'blank')
    if (line['price'] === undefined) complaints.add(at('price'), 'required')
    const override = line['total_price_override']
    const product: PurchaseLine = {
      name,
      price: line['price'] === undefined ? 0 : amount(line['price'], at('price')),
      quantity: decimalText(line['quantity'], '1.0000', 4, at('quantity')),
      discount: line['discount'] === undefined ? 0 : amount(line['discount'], at('discount')),
      tax_percent: decimalText(line['tax_percent'], '0.00', 2, at('tax_percent')),
      category: line['category'] === null ? '' : field(line, at('category'), 256),
      total_price_override: override == null ? null : amount(override, at('total_price_override')),
    }
    if (Number(product.tax_percent) > 100) complaints.add(at('tax_percent'), 'max_value')
    if (line['category'] === null) complaints.add(at('category'), 'null')
    const lineSen = lineTotal(product)
    if (lineSen === null) complaints.add(at('__all__'), 'product_subtotal_negative')
    total += lineSen ?? 0
    return product
  })

  const debt = purchase['debt'] ?? 0
  if (typeof debt !== 'number' || !Number.isSafeInteger(debt)) complaints.add(['purchase', 'debt'], 'invalid')
  else total += debt
  const override =
    purchase['total_override'] == null
      ? null
      : amount(purchase['total_override'], ['purchase', 'total_override'])
  total = override ?? total
  const skipCapture = order['skip_capture'] === true
  // Nothing to pay is only a card check (docs/chip.md#creating-a-purchase).
  if ((total < 0 || (total === 0 && !skipCapture)) && !complaints.any)
    complaints.add(['purchase', '__all__'], 'purchase_zero_total')

  const due = order['due'] ?? context.now + 3600
  if (typeof due !== 'number' || !Number.isSafeInteger(due)) complaints.add(['due'], 'invalid')
  else if (due <= context.now) complaints.add(['due'], 'due_not_greater_than_now')

  const whitelist = order['payment_method_whitelist']
  if (whitelist !== undefined) {
    if (!Array.isArray(whitelist) || whitelist.length === 0)
      complaints.add(['payment_method_whitelist'], 'min_length')
    else if (whitelist.some((method) => !whitelistable.includes(method))) {
      complaints.add(['payment_method_whitelist'], 'invalid_payment_method_whitelist')
    }
  }

  const successRedirect = address('success_redirect')
  const checkoutUrl = context.checkoutUrl(successRedirect)
  const document: PurchaseDocument = {
    id: context.id,
    type: 'purchase',
    created_on: context.now,
    updated_on: context.now,
    status: 'created',
    status_history: [{ status: 'created', timestamp: context.now }],
    viewed_on: null,
    is_test: context.isTest,
    company_id: context.companyId,
    user_id: null,
    brand_id: typeof order['brand_id'] === 'string' ? order['brand_id'] : '',
    client_id: context.id,
    billing_template_id: null,
    order_id: null,
    client: payer,
    purchase: {
      currency: 'MYR',
      products,
      total,
      total_override: override,
      debt: typeof debt === 'number' ? debt : 0,
      language: field(purchase, ['purchase', 'language'], 2) || 'en',
      notes: field(purchase, ['purchase', 'notes'], 10_000),
      timezone: field(purchase, ['purchase', 'timezone'], 64) || 'UTC',
      due_strict: purchase['due_strict'] === true,
      metadata: isRecord(purchase['metadata']) ? purchase['metadata'] : {},
    },
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
    reference: field(order, ['reference'], 128),
    reference_generated: `SIM${context.number}`,
    issued: new Date(context.now * 1000).toISOString().slice(0, 10),
    due: typeof due === 'number' ? due : context.now,
    refund_availability: 'none',
    refundable_amount: 0,
    currency_conversion: null,
    payment_method_whitelist: Array.isArray(whitelist) ? whitelist.map(String) : null,
    success_redirect: successRedirect,
    failure_redirect: address('failure_redirect'),
    cancel_redirect: address('cancel_redirect'),
    success_callback: address('success_callback'),
    creator_agent: field(order, ['creator_agent'], 32),
    platform: field(order, ['platform'], 32) || 'api',
    product: 'purchases',
    created_from_ip: '',
    invoice_url: `${checkoutUrl}invoice/`,
    checkout_url: checkoutUrl,
    direct_post_url: null,
    marked_as_paid: false,
    send_receipt: order['send_receipt'] === true,
    skip_capture: skipCapture,
    force_recurring: order['force_recurring'] === true,
    is_recurring_token: false,
    recurring_token: null,
    tags: Array.isArray(order['tags']) ? order['tags'].map(String) : [],
  }
  return complaints.any ? { errors: complaints.body } : document
}
