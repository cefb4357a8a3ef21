/** Reads the calls of the running product from its OpenAPI document. */
import type {
  OpenApi,
  Operation,
  Schema,
} from '../../../apps/server/src/app/hostile-input/hostile-bodies.testing.ts'
import type { Client } from './client.ts'

export interface Call {
  /** `name` is the name of the call in the contract. */
  name: string
  method: string
  /** `path` begins with /api and has parameters in braces. */
  path: string
  operation: Operation
  body: Schema | undefined
}

/**
 * These calls may end the caller's session or account, or change how the caller signs in. Only accounts that no other attack needs
 * may make them.
 */
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
