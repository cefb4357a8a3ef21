import * as z from 'zod/mini'
import type { AccessRule } from './access.ts'
import { longestAgoMs } from './limits.ts'
import type { ErrorCode } from './refusals.ts'
import type { Scope } from './scopes.ts'
import { formedText } from './texts.ts'

/** A call as `METHOD /path` below /api, such as `GET /courses/:courseId`. */
export type RouteLine = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

type AnyObject = z.core.$ZodType<Record<string, unknown>>

type AnyAnswer = z.core.$ZodType<{ success: true }>

/** All that is decided about a call in the contract; the types tell its rule and its handler what it receives. */
export interface Endpoint<Params, Query, Body, Answer extends AnyAnswer> {
  call: RouteLine
  /** A page of a first visit, or the frame around every page, makes this call: the browser loads its address with every page. */
  isInFirstLoad?: true
  /** The scope of an API token that may make the call, within the rights of its owner. Absent: no token may. */
  scope?: Scope
  /**
   * Also for a signed-in person who has to set up a second factor first. Absent: refused, or for calls that are open to
   * visitors, answered as to a visitor (docs/decisions/authentication.md).
   */
  withoutSecondFactor?: true
  /**
   * Why the people of a suspended seller may still make the call. Absent: a call that changes something for a seller is refused
   * (`isClosedToSuspended`).
   */
  openToSuspended?: string
  access: AccessRule<{ params: OutputOf<Params>; query: OutputOf<Query>; body: OutputOf<Body> }>
  summary: string
  params?: Params & AnyObject
  query?: Query & AnyObject
  body?: Body & AnyObject
  /**
   * Fields of the stored object that a client may send back in addition to `body`. A value that differs from the stored
   * one is refused.
   */
  sentBack?: readonly string[]
  /**
   * Fields that clients send although the call ignores them, such as computed figures. All other unknown fields are
   * refused.
   */
  ignored?: readonly string[]
  /** Fields of `body` whose own unknown fields are dropped: entities that the specification's clients extend. */
  lenient?: readonly string[]
  /** 'multipart' and 'raw' bodies are read by the route itself. */
  accepts?: 'json' | 'multipart' | 'raw'
  /** All but 'json' are files that the route sends itself; their failures are JSON. */
  gives?: 'json' | 'csv' | 'pdf' | 'calendar'
  /** The answer may have megabytes: one network gets few of them at the same time. */
  isLarge?: true
  /** The whole success object, `success: true` included. */
  answer: Answer
  /** Status of a success; 200 when absent. */
  status?: 200 | 201
  /** Refusals in addition to those of every call. */
  refusals?: readonly ErrorCode[]
}

/** Some call, for code that treats all alike. */
export interface AnyEndpoint extends Omit<Endpoint<AnyObject, AnyObject, AnyObject, AnyAnswer>, 'access'> {
  access: AccessRule<{ params: unknown; query: unknown; body: unknown }>
}

/** What a schema makes of its input; undefined without a schema. */
export type OutputOf<Schema> = [NonNullable<Schema>] extends [never]
  ? undefined
  : z.core.output<NonNullable<Schema>>

export const endpoint = <Answer extends AnyAnswer, Params = undefined, Query = undefined, Body = undefined>(
  entry: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => entry

const success = z.literal(true)

/** An answer with its payload in `data`. */
export const answerOf = <T extends z.core.$ZodType>(data: T) => z.object({ success, data })

/** An answer with fields beside `success` (where docs/specification.md#7-calls requires it). */
export const bareAnswer = <S extends z.core.$ZodLooseShape>(shape: S) => z.object({ ...shape, success })

export const doneAnswer = z.object({ success })

/** What every list says of itself. */
export const listMeta = {
  /** Rows of the whole list. */
  total: z.int(),
  /** The list has more rows than `total`: counting stopped. Absent when the total is exact. */
  totalIsCapped: z.optional(z.literal(true)),
  nextCursor: z.nullable(z.string()),
}

/** A page of a list, newest id first. `nextCursor` is null on the last page. */
export const listAnswer = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    success,
    data: z.array(item),
    meta: z.object(listMeta),
  })

const wholeNumberText = /^\d{1,15}$/

/** An id in a URL: digits become a number. */
export const idInUrl = z.pipe(
  formedText(15, wholeNumberText, 'must be a whole number'),
  z.transform((text: string) => Number(text)),
)
/** An id in a JSON body. */
export const idInBody = z.int('must be a whole number').check(z.positive('must be a whole number'))

/** How long before the request a person did it, in milliseconds; absent: now. For what waited for a connection. */
export const agoMs = z.optional(z.int().check(z.minimum(0), z.maximum(longestAgoMs)))

export const pageQuery = {
  limit: z.optional(
    z.pipe(
      formedText(4, /^\d{1,4}$/, 'must be a number from 1 to 100'),
      z.transform((text: string) => Math.min(100, Math.max(1, Number(text)))),
    ),
  ),
  cursor: z.optional(formedText(15, wholeNumberText, 'must be the nextCursor of a page')),
  page: z.optional(
    z.pipe(
      formedText(6, /^\d{1,6}$/, 'must be a page number'),
      z.transform((text: string) => Math.max(1, Number(text))),
    ),
  ),
}

/** Times are sent as ISO 8601 in UTC. */
export const instant = z.string()
/** Money: whole sen. */
export const cents = z.int()
