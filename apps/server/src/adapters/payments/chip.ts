/** Implements the real provider: CHIP Collect over HTTPS (docs/chip.md#keys-and-modes). */
import { isHostOfChip } from './chip-address.ts'
import { createBreaker } from './chip-breaker.ts'
import { ExchangeFailure, type Exchange, type ExchangeAnswer } from './chip-client.ts'
import { ChipProvider } from './chip-provider.ts'
import type { PaymentProvider } from './port.ts'

/** Test and live keys share this address; the key decides the mode (docs/chip.md#keys-and-modes). */
const chipLiveUrl = 'https://gate.chip-in.asia/api/v1/'

const mostAnswerBytes = 1_000_000

interface ChipOptions {
  /** `live` selects CHIP itself. Any other value is the root of a compatible API; `/api/v1/` is added to a root without a path. */
  apiUrl: string
  fetch?: typeof globalThis.fetch
  /** This timeout limits one request, including its retry. */
  timeoutMs?: number
  now?: () => Date
}

/** Sends requests to one host only, follows no redirect, and accepts only payment pages of that host or CHIP. */
export function createChipProvider(options: ChipOptions): PaymentProvider {
  const root = apiRoot(options.apiUrl)
  const now = options.now ?? (() => new Date())
  return new ChipProvider({
    exchange: fetchExchange(root, options.fetch ?? globalThis.fetch),
    timeoutMs: options.timeoutMs ?? 5000,
    now,
    breaker: createBreaker(now),
    mayLeadTo: (checkoutUrl) => isPaymentPage(checkoutUrl, root),
  })
}

function apiRoot(apiUrl: string): URL {
  const root = new URL(apiUrl === 'live' ? chipLiveUrl : apiUrl)
  if (!['http:', 'https:'].includes(root.protocol) || root.username || root.password || root.search) {
    throw new TypeError('The payment API address must be a plain http or https address')
  }
  if (root.pathname === '/') root.pathname = '/api/v1/'
  if (!root.pathname.endsWith('/')) root.pathname += '/'
  return root
}

/** Accepts CHIP's own pages and pages on the host of the configured API on any port. */
export function isPaymentPage(checkoutUrl: string, root: URL): boolean {
  if (!URL.canParse(checkoutUrl)) return false
  const page = new URL(checkoutUrl)
  if (page.username || page.password) return false
  if (page.protocol === 'https:' && isHostOfChip(page.hostname)) return true
  const isSameHost = page.hostname === root.hostname || (isLoopback(page) && isLoopback(root))
  return isSameHost && (page.protocol === 'https:' || page.protocol === root.protocol)
}

function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** An error with one of these codes occurs before the first byte is sent. */
const neverSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function fetchExchange(root: URL, fetch: typeof globalThis.fetch): Exchange {
  return async ({ method, path, secret, body }, signal): Promise<ExchangeAnswer> => {
    try {
      const response = await fetch(new URL(path, root), {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${secret}`,
          'user-agent': 'Apogee',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === null ? {} : { body }),
        redirect: 'manual',
        cache: 'no-store',
        signal,
      })
      return {
        status: response.status,
        text: await readText(response),
        retryAfter: response.headers.get('retry-after'),
      }
    } catch (error) {
      if (signal.aborted) throw new ExchangeFailure('no answer in time', false, error)
      throw new ExchangeFailure('no connection', neverSentCodes.has(codeOf(error)), error)
    }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostAnswerBytes) throw new RangeError('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** fetch wraps the socket's error once, and puts a failed dual-stack connect into an aggregate. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}
