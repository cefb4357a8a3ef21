/** The simulator's API with CHIP's paths, statuses and error shapes (chip.md §2, §5, §6), apart from any transport. */
import { ExchangeFailure, type ExchangeRequest } from '../chip-client.ts'
import { isPurchaseId, isRecord } from '../chip-format.ts'
import { refundPayment } from './callbacks.ts'
import type { Question, SimulatorAnswer, SimulatorFault } from './faults.ts'
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
  const fault = simulator.faults.next(questionOf(request))
  switch (fault?.kind) {
    case 'down':
      throw new ExchangeFailure('the simulator is down', false)
    case 'silent':
      return silence(signal)
    case 'answer':
      return { contentType: 'application/json', ...fault }
    default:
  }
  const { status, json } = await answerQuestion(simulator, request, fault)
  const text = JSON.stringify(json)
  switch (fault?.kind) {
    case 'silent_after_commit':
      return silence(signal)
    case 'cut_after_commit':
      throw new ExchangeFailure('the connection was cut', false)
    case 'answer_after_commit':
      return { contentType: 'application/json', ...fault }
    case 'slow':
      await pause(fault.seconds * 1000, signal)
      break
    case 'truncated':
      return { status, contentType: 'application/json', text: text.slice(0, Math.floor(text.length / 2)) }
    case 'alter':
    case 'object_errors': {
      if (!isRecord(json)) break
      const change = fault.kind === 'alter' && status < 300 ? fault.change : null
      const told =
        change?.(json) ?? (fault.kind === 'object_errors' && status >= 400 ? withObjectErrors(json) : json)
      return { status, contentType: 'application/json', text: JSON.stringify(told) }
    }
    default:
  }
  return { status, contentType: 'application/json', text }
}

function questionOf({ method, path }: ApiRequest): Question {
  const [resource = '', , action = ''] = path.slice(path.startsWith('/') ? 1 : 0).split(/[/?]/)
  if (resource === 'public_key' || resource === 'payment_methods') return resource
  if (resource !== 'purchases') return 'other'
  if (action === 'cancel' || action === 'refund') return action
  return method === 'POST' ? (action === '' ? 'create' : 'other') : 'read'
}

/** The shape of CHIP's own sample: `__all__` as one object. */
function withObjectErrors(json: Record<string, unknown>): Record<string, unknown> {
  const all = json['__all__']
  return Array.isArray(all) ? { ...json, __all__: all[0] } : json
}

/** Ends early when the other side has gone. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new ExchangeFailure('no answer in time', false))
      },
      { once: true },
    )
  })
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
  const fails = fault?.kind === 'failed_refund'
  const slowSeconds = fails || fault?.kind === 'slow_refund' ? fault.seconds : 0
  const told = await simulator.refund(secret, id, amount, slowSeconds, fails)
  if (!told || isRefusal(told) || slowSeconds > 0) return outcome(told)
  const before = { ...told, refundable_amount: told.refundable_amount + newestRefund(told) }
  return { status: 200, json: refundPayment(told, before) }
}

function newestRefund({ transaction_data }: PurchaseDocument): number {
  return Number(transaction_data.attempts[0]?.extra['amount'])
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
