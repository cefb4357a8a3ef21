/**
 * Addresses below these prefixes are never documents. Unknown addresses there are answered with 404
 * (docs/product-choices.md#routes-and-guards).
 */
const notPages = /^\/(?:api|assets|media|share)(?:[/?]|$)/
/** Programs request these addresses. They read JSON, or ignore the answer. */
const ofPrograms = /^\/(?:packages|healthz|readyz|metrics|csp-reports|payment-simulator)(?:[/?]|$)/

export const isNoPage = (url: string): boolean => notPages.test(url)

/** Returns whether a person sees a failure at this address. */
export const isReadByPeople = (url: string): boolean => !notPages.test(url) && !ofPrograms.test(url)

/** Returns the address of a request that could not be read. Null means that its first line names none. */
export function addressIn(bytes: unknown): string | null {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, 2048) : ''
  const [line = ''] = text.split(/[\r\n]/, 1)
  const [method = '', address = ''] = line.split(' ', 2)
  return /^[A-Z]+$/.test(method) && address.startsWith('/') ? address : null
}
