/** Sends one request to CHIP with a timeout and retries, and converts every failure to a `ProviderError`. */
import { traced, type SpanWish } from '#server/platform/tracing.ts'
import type { Breaker } from './chip-breaker.ts'
import { isRecord } from './chip-format.ts'
import { ProviderError, type ProviderRecord } from './port.ts'
import { ProviderWatch } from './provider-watch.ts'

export interface ExchangeRequest {
  method: 'GET' | 'POST'
  /** The path is relative to the API's root and includes the trailing slash and the query, such as `purchases/`. */
  path: string
  secret: string
  body: string | null
}

export interface ExchangeAnswer {
  status: number
  text: string
  retryAfter?: string | null
}

/** Sends a request to the provider and returns its answer. Throws `ExchangeFailure` when no answer arrives. */
export type Exchange = (request: ExchangeRequest, signal: AbortSignal) => Promise<ExchangeAnswer>

/** No answer arrived. `neverSent` is true when the provider certainly did not receive the request. */
export class ExchangeFailure extends Error {
  readonly neverSent: boolean

  constructor(message: string, neverSent: boolean, cause?: unknown) {
    super(message, { cause })
    this.name = 'ExchangeFailure'
    this.neverSent = neverSent
  }
}

export interface ChipQuestion {
  method: 'GET' | 'POST'
  path: string
  body?: Record<string, unknown>
  /**
   * If true, a request is sent once more after a lost connection or a 5xx, while time is left. Refunds are never repeatable
   * (docs/chip.md#repeating-requests).
   */
  repeatable: boolean
  /** The timeout is multiplied by this factor for calls on which banks are slow. */
  patience?: number
}

interface ChipClient {
  /** Returns the answer's JSON. Throws only `ProviderError`. */
  ask(secret: string, question: ChipQuestion): Promise<unknown>
  record(): ProviderRecord
}

/** `timeoutMs` limits one call, including its retry. */
export function createChipClient(options: {
  exchange: Exchange
  timeoutMs: number
  breaker: Breaker
  now: () => Date
}): ChipClient {
  const { exchange, timeoutMs, breaker, now } = options
  const watch = new ProviderWatch(now)
  return {
    record: () => ({ ...watch.read(), isWithholding: breaker.isOpen }),
    async ask(secret, question) {
      if (!/^[\x20-\x7e]+$/.test(secret) || secret.trim() === '') {
        throw new ProviderError(
          'unauthorised',
          'The secret key cannot be sent: it is blank or not plain text',
        )
      }
      return traced(
        () => spanOf(question),
        () =>
          watch.record((sent) =>
            breaker.run(secret, () => {
              sent()
              return askTwice(exchange, secret, question, timeoutMs)
            }),
          ),
      )
    },
  }
}

function spanOf({ method, path }: ChipQuestion): SpanWish {
  const template = (path.split('?')[0] ?? '').replace(/[\da-f]{8}-[\da-f-]{27}/gi, '{id}')
  return {
    name: `payment provider ${method} ${template}`,
    kind: 'client',
    attributes: { 'http.request.method': method },
  }
}

/** Sends a repeatable request once more after a transient failure. */
async function askTwice(
  exchange: Exchange,
  secret: string,
  question: ChipQuestion,
  timeoutMs: number,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs * (question.patience ?? 1))
  try {
    return await askOnce(exchange, secret, question, signal)
  } catch (error) {
    const again = question.repeatable && !signal.aborted && isTransient(error)
    if (!again) throw error
    return await askOnce(exchange, secret, question, signal)
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'unreachable' && error.httpStatus !== 429
}

async function askOnce(
  exchange: Exchange,
  secret: string,
  { method, path, body }: ChipQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const changes = method === 'POST'
  const about = `${method} ${path.split('?')[0]}`
  let answer: ExchangeAnswer
  try {
    answer = await exchange({ method, path, secret, body: body ? JSON.stringify(body) : null }, signal)
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error
    throw new ProviderError('unreachable', `${about}: ${error.message}`, {
      outcomeUnknown: changes && !error.neverSent,
      cause: error,
    })
  }
  return readAnswer(answer, about, changes)
}

function readAnswer({ status, text, retryAfter }: ExchangeAnswer, about: string, changes: boolean): unknown {
  const json = parseJson(text)
  const codes = json === unreadable ? [] : errorCodes(json)
  const fail = (kind: ProviderError['kind'], why: string, outcomeUnknown = false) =>
    new ProviderError(kind, `${about}: ${why} (HTTP ${status}${codes.map((code) => `, ${code}`).join('')})`, {
      httpStatus: status,
      codes,
      outcomeUnknown,
      retryAfterSeconds: readSeconds(retryAfter),
    })

  if (status >= 500) throw fail('unreachable', 'the provider failed', changes)
  if (status === 429) throw fail('unreachable', 'too many questions')
  if (status >= 300 && status < 400) throw fail('unexpected', 'a redirect is not followed')
  if (status === 401) throw fail('unauthorised', 'the key was refused')
  if (json === unreadable) throw fail('unexpected', 'the answer is not JSON', changes)
  if (status === 403) throw fail('unauthorised', 'the key may not do this')
  if (status === 404) throw fail('not_found', 'nothing of that id for this key')
  if (status >= 400) throw fail('rejected', 'the provider refused')
  return json
}

/** Reads Retry-After only if it is a number of seconds, because a date would require the provider's clock. */
function readSeconds(header: string | null | undefined): number | null {
  return header && /^\d{1,6}$/.test(header) ? Number(header) : null
}

const unreadable = Symbol('unreadable')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

/**
 * Returns the codes from any form that CHIP's errors have: field → [{ message, code }], `__all__` as array, object or string,
 * nested fields, or a flat { code, message } (docs/chip.md#errors). A code is written as `field:code`; a code about the whole
 * object has no field. Messages are left out, because they may repeat the payer's input.
 */
export function errorCodes(answer: unknown): string[] {
  const found: string[] = []
  collectCodes(answer, [], 0, found)
  return found.slice(0, 20)
}

function collectCodes(node: unknown, path: readonly string[], depth: number, found: string[]): void {
  if (depth > 12) return
  if (typeof node === 'string') {
    if (/^[a-z][a-z0-9_]{0,63}$/.test(node)) found.push([...path, node].join(':'))
  } else if (Array.isArray(node)) {
    for (const item of node) collectCodes(item, path, depth + 1, found)
  } else if (isRecord(node)) {
    if (typeof node['code'] === 'string') {
      collectCodes(node['code'], path, depth + 1, found)
      return
    }
    for (const [field, value] of Object.entries(node)) {
      if (field === 'message') continue
      const isObjectLevel = field === '__all__' || !/^\w{1,64}$/.test(field)
      collectCodes(value, isObjectLevel ? path : [...path, field], depth + 1, found)
    }
  }
}
