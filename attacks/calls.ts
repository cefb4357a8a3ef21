/** The calls of the running product, from its own OpenAPI document. */
import type { OpenApi, Operation, Schema } from '../apps/server/src/app/hostile-bodies.testing.ts'
import type { Client } from './client.ts'

export interface Call {
  /** Its name in the contract. */
  name: string
  method: string
  /** With parameters in braces, from /api on. */
  path: string
  operation: Operation
  body: Schema | undefined
}

/** End the caller's session or account, or answer a stream of the whole product: only a person who is spent may send them. */
export const endsSessions: ReadonlySet<string> = new Set([
  'logout',
  'endSession',
  'endOtherSessions',
  'changePassword',
  'leave',
  'deleteUser',
  'signOutUser',
  'confirmSecondFactor',
  'turnOffSecondFactor',
])

export async function readCalls(client: Client): Promise<Call[]> {
  const { paths } = await client.must<OpenApi>('GET', '/api/openapi.json')
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  )
}
