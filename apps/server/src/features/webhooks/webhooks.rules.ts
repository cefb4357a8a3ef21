/** Computes signatures by the Standard Webhooks scheme, and the schedule of attempts. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export interface Message {
  id: string
  /** The time of the attempt in seconds since 1970. */
  timestamp: number
  body: string
}

export function signatureOf({ id, timestamp, body }: Message, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Signs a message with each secret. A receiver accepts the message if one of the signatures is valid. */
export const headersOf = (message: Message, secrets: readonly string[]): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Apogee-Webhooks/1',
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(message, secret)).join(' '),
})

/** The pause after each failed attempt, in ms: ten attempts in about three days. */
const pausesMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
  24 * hour,
]

/** Returns the pause before the next attempt in ms. Null means that no attempt follows. */
export const pauseAfter = (failedAttempts: number): number | null => pausesMs[failedAttempts - 1] ?? null

export const webhookTimes = {
  timeoutMs: 10 * second,
  formerSecretMs: 24 * hour,
  /** An endpoint is turned off when all attempts have failed for this time. */
  mostFailingMs: 5 * 24 * hour,
} as const

/**
 * Returns whether the host of a URL is allowed. `hosts` contains names, or `*.` followed by a name, which allows all names below
 * it. Null allows every host.
 */
export function isListedHost(url: string, hosts: readonly string[] | null): boolean {
  if (hosts === null) return true
  const host = new URL(url).hostname.replace(/\.$/, '')
  return hosts.some((listed) => (listed.startsWith('*.') ? host.endsWith(listed.slice(1)) : host === listed))
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300
