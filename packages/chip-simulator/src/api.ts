/**
 * Implements the simulator's API with CHIP's paths, statuses and error shapes (docs/chip.md#errors), independent of the transport.
 */
import { isPurchaseId, isRecord, NoAnswer, type ApiRequest } from './wire.ts'
import { accountFigures, answerOfWebhooks, paymentMethods } from './api-account.ts'
import { notFound, refusedKey, wrongMethod, type JsonAnswer } from './api-answers.ts'
import { refundPayment } from './callbacks.ts'
import type { Question, SimulatorAnswer, SimulatorFault } from './faults.ts'
import type { ActResult, PurchaseDocument } from './purchase/purchase-document.ts'
import { complaint } from './purchase/purchase-order.rules.ts'
import { capture, charge, deleteToken, release } from './purchase/purchase.rules.ts'
import { isKnownSecret, isRefusal, type Simulator } from './simulator.ts'

/** `secret` is empty when the request carries no API key. */
/**
 * Answers one request and applies an injected fault. `signal` ends the wait of a silent simulator. Throws `NoAnswer` when the fault
 * sends no answer.
 */
export async function answerAsChip(
  simulator: Simulator,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<SimulatorAnswer> {
  const fault = simulator.faults.next(questionOf(request))
  switch (fault?.kind) {
    case 'down':
      throw new NoAnswer('the simulator is down')
    case 'silent':
      return silence(signal)
    case 'answer':
      return { contentType: 'application/json', ...fault }
    default:
  }
  const { status, json } = await answerQuestion(simulator, request, fault)
  const text = status === 204 ? '' : JSON.stringify(json)
  switch (fault?.kind) {
    case 'silent_after_commit':
      return silence(signal)
    case 'cut_after_commit':
      throw new NoAnswer('the connection was cut')
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
      const outcome =
        change?.(json) ?? (fault.kind === 'object_errors' && status >= 400 ? withObjectErrors(json) : json)
      return { status, contentType: 'application/json', text: JSON.stringify(outcome) }
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

/** Returns the shape of CHIP's own sample, in which `__all__` is one object. */
function withObjectErrors(json: Record<string, unknown>): Record<string, unknown> {
  const all = json['__all__']
  return Array.isArray(all) ? { ...json, __all__: all[0] } : json
}

/** Waits for `ms` milliseconds, or until the client disconnects. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(new NoAnswer('no answer in time'))
      },
      { once: true },
    )
  })
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(new NoAnswer('no answer in time'))
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}

async function answerQuestion(
  simulator: Simulator,
  { method, path, secret, body }: ApiRequest,
  fault: SimulatorFault | null,
): Promise<JsonAnswer> {
  if (!isKnownSecret(secret)) return refusedKey(secret)
  const url = new URL(path, 'http://simulator')
  const [resource, id = '', action = '', ...rest] = url.pathname.slice(1).replace(/\/$/, '').split('/')
  if (rest.length > 0 || !url.pathname.endsWith('/')) return notFound

  if (resource === 'public_key' && id === '') {
    return method === 'GET' ? { status: 200, json: await simulator.publicKey(secret) } : wrongMethod
  }
  if (resource === 'payment_methods' && id === '') {
    return method === 'GET' ? paymentMethods(url.searchParams) : wrongMethod
  }
  const given = body === null || body === '' ? {} : parseBody(body)
  if (given === undefined) return { status: 400, json: complaint('parse_error') }
  if (resource === 'account' && id === 'json') {
    return method === 'GET' ? accountFigures(simulator, secret, action, url.searchParams) : wrongMethod
  }
  if (resource === 'webhooks' && action === '') {
    return answerOfWebhooks(simulator, method, secret, id, given)
  }
  if (resource !== 'purchases') return notFound
  if (id === '') return method === 'POST' ? create(simulator, secret, given) : wrongMethod
  if (!isPurchaseId(id)) return notFound
  if (action === '') {
    if (method !== 'GET') return wrongMethod
    const document = await simulator.read(secret, id)
    return document ? { status: 200, json: document } : notFound
  }
  return method === 'POST' ? act(simulator, secret, id, action, given, fault) : wrongMethod
}

async function act(
  simulator: Simulator,
  secret: string,
  id: string,
  action: string,
  given: unknown,
  fault: SimulatorFault | null,
): Promise<JsonAnswer> {
  switch (action) {
    case 'cancel':
      return answerOf(await simulator.cancel(secret, id))
    case 'mark_as_paid':
      return answerOf(await simulator.markAsPaid(secret, id))
    case 'release':
      return answerOf(await simulator.perform(secret, id, release))
    case 'delete_recurring_token':
      return answerOf(await simulator.perform(secret, id, deleteToken))
    case 'resend_invoice':
      return answerOf(await simulator.read(secret, id))
    case 'charge': {
      const named = isRecord(given) ? given['recurring_token'] : null
      const isId = typeof named === 'string' && isPurchaseId(named)
      const token = isId ? await simulator.read(secret, named) : null
      return answerOf(await simulator.perform(secret, id, (held, now) => charge(held, token, now)))
    }
    case 'capture': {
      const amount = amountOf(given)
      if (typeof amount === 'string') return { status: 400, json: complaint(amount, 'amount') }
      return answerOf(await simulator.perform(secret, id, (held, now) => capture(held, amount, now)))
    }
    case 'refund':
      return refund(simulator, secret, id, given, fault)
    default:
      return notFound
  }
}

/** Returns the amount of a request in sen, null for the whole amount, or CHIP's error code for an invalid amount. */
function amountOf(body: unknown): number | null | string {
  const amount = isRecord(body) ? (body['amount'] ?? null) : null
  if (amount === null) return null
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return 'invalid'
  return amount < 1 ? 'min_value' : amount
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

function answerOf(outcome: ActResult | null): JsonAnswer {
  if (!outcome) return notFound
  return isRefusal(outcome)
    ? { status: 400, json: complaint(outcome.refused, outcome.field) }
    : { status: 200, json: outcome }
}

async function refund(
  simulator: Simulator,
  secret: string,
  id: string,
  body: unknown,
  fault: SimulatorFault | null,
): Promise<JsonAnswer> {
  const amount = amountOf(body)
  if (typeof amount === 'string') return { status: 400, json: complaint(amount, 'amount') }
  const fails = fault?.kind === 'failed_refund'
  const slowSeconds = fails || fault?.kind === 'slow_refund' ? fault.seconds : 0
  const outcome = await simulator.refund(secret, id, amount, slowSeconds, fails)
  if (!outcome || isRefusal(outcome) || slowSeconds > 0) return answerOf(outcome)
  const before = { ...outcome, refundable_amount: outcome.refundable_amount + newestRefund(outcome) }
  return { status: 200, json: refundPayment(outcome, before) }
}

function newestRefund({ transaction_data }: PurchaseDocument): number {
  return Number(transaction_data.attempts[0]?.extra['amount'])
}
