/**
 * Answers the calls of pages that this server renders for anonymous visitors. Applies the validation, access rule, handler and
 * schema of the call, and skips the request, hooks and JSON text of HTTP.
 */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/database/database.ts'
import { authorise, refuseEarly, type Received } from '#server/policy/access.ts'
import { CachedAnswer, type Call, type Handler, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import { shaperOf } from './caching/answer-serializer.ts'

/**
 * Answers `GET path` with its query. The path includes `/api`. Null means that only HTTP can answer: unknown addresses, repeated
 * parameters and every failure, including refusals.
 */
export type InProcessCall = (path: string) => Promise<object | null>

interface Route {
  segments: readonly string[]
  entry: AnyEndpoint
  handler: Handler<RouteName>
  shape: (answer: unknown) => object | null
}

const prefix = '/api'
const isParameter = (segment: string): boolean => segment.startsWith(':')

export function createInProcessCall(handlers: Handlers, { database }: { database: Database }): InProcessCall {
  const routes = routesOf(handlers)
  const standings = new StandingsInProgress(database)
  return async (path) => {
    const [pathname = '', search = ''] = path.split('?')
    const given = pathname.split('/')
    const route = routes.find(({ segments }) => isOn(segments, given))
    if (!route) return null
    const query = new URLSearchParams(search)
    if (new Set(query.keys()).size < query.size) return null
    try {
      return await answer(route, { given, query: Object.fromEntries(query) }, standings)
    } catch {
      // The caller then makes the call by HTTP, which answers the refusal or reports the failure.
      return null
    }
  }
}

/**
 * Returns the routes of reads that require no role. Routes with literal segments come before those with parameters, as in the
 * router.
 */
function routesOf(handlers: Handlers): Route[] {
  const routes: Route[] = []
  for (const name of Object.keys(endpoints) as RouteName[]) {
    const entry: AnyEndpoint = endpoints[name]
    const handler = handlers[name] as Handler<RouteName> | undefined
    const [method, path = ''] = entry.call.split(' ')
    if (!handler || method !== 'GET' || entry.access.kind === 'role' || entry.gives) continue
    routes.push({ segments: `${prefix}${path}`.split('/'), entry, handler, shape: shaperOf(entry.answer) })
  }
  const parameters = ({ segments }: Route) => segments.filter(isParameter).length
  return routes.toSorted((a, b) => parameters(a) - parameters(b))
}

const isOn = (segments: readonly string[], given: readonly string[]): boolean =>
  segments.length === given.length &&
  segments.every((segment, place) => (isParameter(segment) ? given[place] !== '' : segment === given[place]))

type Standing = ReturnType<typeof authorise>

/** Shares one read of a visitor's standing in a course between the concurrent calls of one page. */
class StandingsInProgress {
  readonly #database: Database
  readonly #reading = new Map<string, Standing>()

  constructor(database: Database) {
    this.#database = database
  }

  of(access: AnyEndpoint['access'], received: Received): Standing {
    const read = () => authorise(access, null, received, this.#database)
    if (access.kind !== 'course' || typeof access.capability === 'function') return read()
    const key = JSON.stringify([access.capability, access.course(received)])
    const known = this.#reading.get(key)
    if (known) return known
    const standing = read()
    this.#reading.set(key, standing)
    const forget = () => void this.#reading.delete(key)
    standing.then(forget, forget)
    return standing
  }
}

async function answer(
  { segments, entry, handler, shape }: Route,
  { given, query }: { given: readonly string[]; query: Record<string, string> },
  standings: StandingsInProgress,
): Promise<object | null> {
  const params = Object.fromEntries(
    segments.flatMap((segment, place) =>
      isParameter(segment) ? [[segment.slice(1), decodeURIComponent(given[place] ?? '')]] : [],
    ),
  )
  const received = {
    params: entry.params && z.parse(entry.params, params),
    query: entry.query && z.parse(entry.query, query),
    body: undefined,
  }
  refuseEarly(entry.access, null)
  const standing = await standings.of(entry.access, received)
  const call = {
    ...received,
    caller: null,
    hasCredentials: false,
    get user(): never {
      return refuse('UNAUTHENTICATED')
    },
    get standing() {
      return standing ?? needsHttp('a standing without a course')
    },
    get origin(): never {
      return needsHttp('an origin')
    },
    get request(): never {
      return needsHttp('a request')
    },
    get reply(): never {
      return needsHttp('a reply')
    },
  }
  const answered = await handler(call as unknown as Call<RouteName>)
  if (answered instanceof CachedAnswer) return parsedOnce(answered)
  const fields: object = answered ?? {}
  return shape({ success: true, ...fields })
}

const parsed = new WeakMap<CachedAnswer['bytes'], object>()

/** Parses cached bytes once. All pages share the object while the bytes are cached, so callers must not change it. */
function parsedOnce({ bytes }: CachedAnswer): object {
  const known = parsed.get(bytes)
  if (known) return known
  const data = frozen(JSON.parse(bytes.plain.toString()) as object)
  parsed.set(bytes, data)
  return data
}

function frozen<T extends object>(data: T): T {
  for (const part of Object.values(data) as unknown[]) {
    if (typeof part === 'object' && part !== null) frozen(part)
  }
  return Object.freeze(data)
}

function needsHttp(part: string): never {
  throw new Error(`a call within the process does not have ${part}`)
}
