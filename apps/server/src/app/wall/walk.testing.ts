/** Sends the cells of a file that `sent-cells.testing.ts` chose, and compares the answers with the letters. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { expect, test } from 'vitest'
import type { Caller } from './callers.testing.ts'
import { callerLetters, inGroups, outcomeCodes, type Row } from './cells.ts'
import { sentCells } from './sent-cells.testing.ts'
import type { Attempt } from './targets.testing.ts'
import type { World } from './world.testing.ts'

export interface Request {
  /**
   * Builds the request. If `isLetIn` is true, the request may change the object, so it gets an object of its own. All other
   * requests share one.
   */
  attempt(given: { state: string; caller: Caller; isLetIn: boolean }): Attempt | Promise<Attempt>
  /** Builds the same request for an object that does not exist. It is absent if the call names no object. */
  nothing?(caller: Caller, state: string): Attempt | Promise<Attempt>
  changesCaller?: true
}

export interface Answer {
  status: number
  errorCode: string | undefined
  bytes: string
}

export async function sendCall(
  { server }: World,
  name: RouteName,
  attempt: Attempt,
  as: Caller,
): Promise<Answer> {
  const [method, template] = routes[name].split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const path = template.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(attempt.params?.[key])),
  )
  const { query, body } = attempt
  const raw = await server.app.inject({
    method,
    url: `/api${path}`,
    ...(query && {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    }),
    ...(body && { payload: body }),
    headers: as.token === null ? {} : { authorization: `Bearer ${as.token}` },
  })
  const isFailure = raw.statusCode >= 300
  const errorCode = isFailure ? raw.json<{ errorCode?: string }>().errorCode : undefined
  return { status: raw.statusCode, errorCode, bytes: raw.body }
}

export function testWall(
  rows: readonly Row[],
  requests: Partial<Record<RouteName, Request>>,
  getWorld: () => World,
): void {
  const calls = Map.groupBy(rows, ({ call }) => call as RouteName)
  test('exactly the calls with cells are sent', () => {
    expect(Object.keys(requests).toSorted()).toEqual([...calls.keys()].toSorted())
  })
  for (const [name, written] of calls)
    test(`${routes[name]} answers every caller as the wall says`, async () => {
      const world = getWorld()
      const request = requests[name]
      if (!request) throw new Error(`${name} is not sent`)
      const found: string[] = []
      const expected: string[] = []
      for (const row of written) {
        const { states, callers } = sentCells(row)
        const sent = callerLetters.map((caller, place) =>
          callers.has(caller) ? row.letters[place] : notSent,
        )
        for (const state of states) {
          const walk = new Walk(world, name, request, { row, state })
          found.push(`${state}  ${inGroups(await walk.letters(callers))}${walk.surprises}`)
          expected.push(`${state}  ${inGroups(sent.join(''))}`)
        }
      }
      expect(found).toEqual(expected)
    })
}

const notSent = '·'

class Walk {
  readonly #world: World
  readonly #name: RouteName
  readonly #request: Request
  readonly #row: Row
  readonly #state: string
  readonly #isRead: boolean
  #others: string[] = []

  constructor(world: World, name: RouteName, request: Request, { row, state }: { row: Row; state: string }) {
    this.#world = world
    this.#name = name
    this.#request = request
    this.#row = row
    this.#state = state
    this.#isRead = (endpoints[name] as AnyEndpoint).call.startsWith('GET ')
  }

  get surprises() {
    return this.#others.length > 0 ? ` ?: ${[...new Set(this.#others)].join(', ')}` : ''
  }

  async letters(callers: ReadonlySet<string>): Promise<string> {
    let letters = ''
    for (const [place, letter] of callerLetters.entries())
      letters += callers.has(letter)
        ? await this.#letterFor(letter, this.#row.letters[place] ?? '?')
        : notSent
    return letters
  }

  async #letterFor(letter: string, expected: string): Promise<string> {
    const make = this.#request.changesCaller && this.#world.makers[letter]
    const caller = make ? await make() : this.#world.caller(letter, this.#name)
    const answer = await sendCall(this.#world, this.#name, await this.#attemptFor(caller, expected), caller)
    if (answer.status < 300) return 'A'
    const { refusals } = this.#row
    if (refusals[expected] !== undefined && refusals[expected] === answer.errorCode) return expected
    if (answer.status === 404 && answer.bytes === (await this.#bytesOfNothing(letter, caller))) return '4'
    const known = Object.entries({ ...outcomeCodes, ...refusals }).find(
      ([, code]) => code === answer.errorCode,
    )
    if (known) return known[0]
    this.#others.push(`${letter} ${answer.status} ${answer.errorCode}`)
    return '?'
  }

  /** Returns the answer that this caller gets about an object that does not exist. */
  async #bytesOfNothing(letter: string, caller: Caller): Promise<string | undefined> {
    const request = this.#request
    if (!request.nothing) return undefined
    const absent = await this.#world.once(`${this.#name} ${this.#state} on nothing as ${letter}`, async () =>
      sendCall(this.#world, this.#name, (await request.nothing?.(caller, this.#state)) ?? {}, caller),
    )
    return absent.status === 404 ? absent.bytes : undefined
  }

  #attemptFor(caller: Caller, expected: string): Attempt | Promise<Attempt> {
    const isLetIn = !this.#isRead && (expected === 'A' || expected in this.#row.refusals)
    return this.#request.attempt({ state: this.#state, caller, isLetIn })
  }
}
