/** Builds CHIP's answers as values (docs/chip.md#errors). */
import { complaint } from './purchase/purchase-order.rules.ts'

export interface JsonAnswer {
  status: number
  json: unknown
}

export const notFound: JsonAnswer = { status: 404, json: complaint('not_found') }
export const wrongMethod: JsonAnswer = { status: 405, json: complaint('method_not_allowed') }

export function refusedKey(secret: string): JsonAnswer {
  const message = secret === '' ? 'Authorization header missing' : 'Incorrect secret_key'
  return { status: 401, json: { __all__: [{ message, code: 'authentication_failed' }] } }
}
