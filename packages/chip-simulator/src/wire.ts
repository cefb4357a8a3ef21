/** Checks CHIP's API shapes for several files (docs/chip.md). */

/** The simulator throws this error when the connection must end without an answer, because of a fault or a timeout. */
export class NoAnswer extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoAnswer'
  }
}

export interface ApiRequest {
  method: string
  /** The path is relative to the API's root and has its trailing slash and query, such as `purchases/`. */
  path: string
  secret: string
  body: string | null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const purchaseIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isPurchaseId = (text: string): boolean => purchaseIdPattern.test(text)
