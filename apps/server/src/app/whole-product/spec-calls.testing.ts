/** Sends the literal paths and bodies of the specification's client, without the contract. */
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { startShop } from '#server/features/sales/sales.testing.ts'
import type { TestPerson } from '../testing.ts'

export type School = Awaited<ReturnType<typeof startSchool>>

export interface Ask {
  as?: Pick<TestPerson, 'token'> | null
  body?: unknown
  headers?: Record<string, string>
}

/** `body` is the whole JSON, and `data` is its field `data`. */
export interface CallResponse {
  status: number
  body: Record<string, unknown>
  headers: LightMyRequestResponse['headers']
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'

export async function startSchool() {
  const shop = await startShop()
  const { server, seller } = shop

  /** Sends a `call` such as `POST /courses`, whose path is below /api, and checks what all answers have in common. */
  async function ask(call: string, { as, body, headers = {} }: Ask = {}): Promise<CallResponse> {
    const [method, path] = call.split(' ') as [Method, string]
    const raw = await server.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    expect(raw.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(raw.headers['x-content-type-options']).toBe('nosniff')
    if (as || method !== 'GET') expect(raw.headers['cache-control']).toBe('no-store')
    const response = {
      status: raw.statusCode,
      body: raw.json<Record<string, unknown>>(),
      headers: raw.headers,
    }
    expect(response.body['success']).toBe(response.status < 400)
    if (response.status >= 400) {
      expect(response.body).toMatchObject({
        error: expect.stringMatching(/\S/),
        errorCode: expect.stringMatching(/^[A-Z_]+$/),
      })
    }
    return response
  }

  const instructor = await server.person('instructor', { businessId: seller.businessId })
  const student = await server.person()
  return { shop, server, ask, admin: seller, instructor, student }
}

export function idIn({ body }: CallResponse): number {
  const data: unknown = body['data']
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number') return data.id
  throw new Error(`no id in ${JSON.stringify(body)}`)
}

/** Returns a text field that the answer has beside `success`. */
export function textIn({ body }: CallResponse, name: string): string {
  const text = body[name]
  if (typeof text !== 'string') throw new Error(`no ${name} in ${JSON.stringify(body)}`)
  return text
}

export const refused = (status: number, errorCode: string, error: string) => ({
  status,
  body: { success: false, error, errorCode },
})
