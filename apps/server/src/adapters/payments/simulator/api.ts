/** The simulator's API with CHIP's paths, statuses and error shapes (chip.md §2, §5, §6), apart from any transport. */
import { randomUUID } from 'node:crypto'

import { ExchangeFailure, type ExchangeRequest } from '../chip-client.ts'
import { isPurchaseId, isRecord } from '../chip-format.ts'
import type { SimulatorAnswer, SimulatorFault } from './faults.ts'
import type { PurchaseDocument } from './purchase-document.ts'
import { complaint } from './purchase-order.rules.ts'
import { isKnownSecret, isRefusal, type Simulator, type Told } from './simulator.ts'

/** `secret` is empty when no key came along. */
type ApiRequest = Omit<ExchangeRequest, 'method'> & { method: string }

interface JsonAnswer {
  status: number
  json: unknown
}

const notFound: JsonAnswer = { status: 404, json: complaint('not_found') }
const wrongMethod: JsonAnswer = { status: 405, json: complaint('method_not_allowed') }

/**
 * Answers one question, with the injected fault if there is one. `signal` ends the wait of a silent simulator.
 * Throws `ExchangeFailure` when no answer is to be given.
 */
export async function answerAsChip(
  simulator: Simulator,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<SimulatorAnswer> {
  const fault = simulator.faults.next()
  if (fault?.kind === 'down') throw new ExchangeFailure('the simulator is down', false)
  if (fault?.kind === 'silent') return silence(signal)
  if (fault?.kind === 'answer') return { contentType: 'application/json', ...fault }
  const { status, json } = await answerQuestion(simulator, request, fault)
  if (fault?.kind === 'silent_after_commit') return silence(signal)
  const told = fault?.kind === 'alter' && isRecord(json) && status < 300 ? fault.change(json) : json
  return { status, contentType: 'application/json', text: JSON.stringify(told) }
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(new ExchangeFailure('no answer in time', false))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}

async function answerQuestion(
  simulator: Simulator,
  { method, path, secret, body }: ApiRequest,
  fault: SimulatorFault | null,
): Promise<JsonAnswer> {
  if (!isKnownSecret(secret)) {
    const json = { __all__: [{ message: 'Incorrect secret_key', code: 'authentication_failed' }] }
    return { status: 401, json }
  }
  const url = new URL(path, 'http://simulator')
  const [resource, id = '', action = '', ...rest] = url.pathname.slice(1).replace(/\/$/, '').split('/')
  if (rest.length > 0 || !url.pathname.endsWith('/')) return notFound

  if (resource === 'public_key' && id === '') {
    return method === 'GET' ? { status: 200, json: await simulator.publicKey(secret) } : wrongMethod
  }
  if (resource === 'payment_methods' && id === '') {
    return method === 'GET' ? paymentMethods(url.searchParams) : wrongMethod
  }
  if (resource !== 'purchases') return notFound
  const given = body === null || body === '' ? {} : parseBody(body)
  if (given === undefined) return { status: 400, json: complaint('parse_error') }
  if (id === '') return method === 'POST' ? create(simulator, secret, given) : wrongMethod
  if (!isPurchaseId(id)) return notFound
  if (action === '') {
    if (method !== 'GET') return wrongMethod
    const document = await simulator.read(secret, id)
    return document ? { status: 200, json: document } : notFound
  }
  if (method !== 'POST') return wrongMethod
  if (action === 'cancel') return outcome(await simulator.cancel(secret, id))
  if (action === 'mark_as_paid') return outcome(await simulator.markAsPaid(secret, id))
  return action === 'refund' ? refund(simulator, secret, id, given, fault) : notFound
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function create(simulator: Simulator, secret: string, body: unknown): Promise<JsonAnswer> {
  const document = await simulator.create(secret, body)
  return 'errors' in document ? { status: 400, json: document.errors } : { status: 201, json: document }
}

function outcome(told: Told | null): JsonAnswer {
  if (!told) return notFound
  return isRefusal(told)
    ? { status: 400, json: complaint(told.refused, told.field) }
    : { status: 200, json: told }
}

async function refund(
  simulator: Simulator,
  secret: string,
  id: string,
  body: unknown,
  fault: SimulatorFault | null,
): Promise<JsonAnswer> {
  const amount = isRecord(body) ? (body['amount'] ?? null) : null
  if (amount !== null && (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1)) {
    return { status: 400, json: complaint(typeof amount === 'number' ? 'min_value' : 'invalid', 'amount') }
  }
  const slowSeconds = fault?.kind === 'slow_refund' ? fault.seconds : 0
  const told = await simulator.refund(secret, id, amount, slowSeconds)
  if (!told || isRefusal(told) || slowSeconds > 0) return outcome(told)
  return { status: 200, json: refundPayment(told) }
}

/** A refund's Payment object (chip.md §5). */
function refundPayment(document: PurchaseDocument): unknown {
  const at = document.updated_on
  const amount = document.transaction_data.attempts[0]?.extra['amount']
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
      is_outgoing: true,
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

function paymentMethods(query: URLSearchParams): JsonAnswer {
  if (!query.get('brand_id')?.trim()) return { status: 400, json: complaint('required', 'brand_id') }
  if (query.get('currency') !== 'MYR') return { status: 400, json: complaint('invalid_choice', 'currency') }
  const amount = Number(query.get('amount') ?? 1000)
  const cards = ['visa', 'mastercard', 'maestro']
  const available = amount >= 100 ? ['fpx', ...cards] : cards
  return {
    status: 200,
    json: {
      available_payment_methods: available,
      by_country: { any: cards, MY: available },
      country_names: { any: 'Other', MY: 'Malaysia' },
      names: { fpx: 'Online Banking', visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro' },
      logos: {},
      card_methods: cards,
    },
  }
}
