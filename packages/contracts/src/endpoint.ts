import * as z from 'zod/mini'
import type { AccessRule } from './access.ts'
import type { Bound } from './call-limits.ts'
import { longestAgoMs } from './limits.ts'
import type { ErrorCode } from './refusals.ts'
import type { Scope } from './scopes.ts'
import { formedText } from './texts.ts'

/** Names a call by `METHOD /path` below /api, such as `GET /courses/:courseId`. */
export type RouteLine = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

type AnyObject = z.core.$ZodType<Record<string, unknown>>

type AnyAnswer = z.core.$ZodType<{ success: true }>

/** A reading call needs no bound. A changing call names what limits its use (call-limits.ts). */
type Line =
  | { call: Extract<RouteLine, `GET ${string}`>; bound?: never }
  | { call: Exclude<RouteLine, `GET ${string}`>; bound: Bound }

/** Describes one entry of the contract. The types of the schemas determine what the access rule and the handler receive. */
export type Endpoint<Params, Query, Body, Answer extends AnyAnswer> = Line &
  Entry<Params, Query, Body, Answer>

interface Entry<Params, Query, Body, Answer extends AnyAnswer> {
  /**
   * True means that the page frame or several front pages make this call, so the browser loads its address with every page. The
   * build writes the addresses of all other calls where they are made.
   */
  isInFirstLoad?: true
  /** An API token with this scope may make the call, within the rights of the token's owner. Without a scope, no token may. */
  scope?: Scope
  /**
   * True opens the call to a signed-in person who must set up a second factor first. Absent means refused or, for calls open to
   * visitors, answered as to a visitor (docs/decisions/authentication.md).
   */
  withoutSecondFactor?: true
  /**
   * Says why people of a suspended seller may make the call. Without it, a call that changes something for a seller is refused
   * (`isClosedToSuspended`).
   */
  openToSuspended?: string
  /** Says why a PUT takes no `version`: it cannot overwrite another person's input (docs/decisions/course-editing.md). */
  lastWins?: string
  access: AccessRule<{ params: OutputOf<Params>; query: OutputOf<Query>; body: OutputOf<Body> }>
  summary: string
  params?: Params & AnyObject
  query?: Query & AnyObject
  body?: Body & AnyObject
  /**
   * A client may send these fields of the stored object in addition to `body`. A value that differs from the stored one is refused.
   */
  sentBack?: readonly string[]
  /** Clients may send these fields, such as computed figures, and the call ignores them. Any other unknown field is refused. */
  ignored?: readonly string[]
  /** Unknown fields inside these fields of `body` are ignored, because the specification's clients extend these objects. */
  lenient?: readonly string[]
  /** The handlers of 'multipart' and 'raw' calls read the body themselves. */
  accepts?: 'json' | 'multipart' | 'raw'
  /** The handler sends the file itself unless the kind is 'json'. A failure is always answered with JSON. */
  gives?: 'json' | 'csv' | 'pdf' | 'calendar'
  /** The answer may have several megabytes, so one network gets only few such answers at the same time. */
  isLarge?: true
  /** The answer is the whole success object, including `success: true`. */
  answer: Answer
  /** Absent means 200. */
  status?: 200 | 201
  /** Lists the refusals of this call beyond those of every call. */
  refusals?: readonly ErrorCode[]
}

/** Describes one entry without its type parameters, for code that treats all calls alike. */
export interface AnyEndpoint extends Omit<Entry<AnyObject, AnyObject, AnyObject, AnyAnswer>, 'access'> {
  call: RouteLine
  bound?: Bound
  access: AccessRule<{ params: unknown; query: unknown; body: unknown }>
}

/** The type is the output of a schema, or undefined without a schema. */
export type OutputOf<Schema> = [NonNullable<Schema>] extends [never]
  ? undefined
  : z.core.output<NonNullable<Schema>>

export const endpoint = <Answer extends AnyAnswer, Params = undefined, Query = undefined, Body = undefined>(
  entry: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => entry

const success = z.literal(true)

export const answerOf = <T extends z.core.$ZodType>(data: T) => z.object({ success, data })

/** The fields stand beside `success` instead of in `data`, as docs/specification.md#7-calls requires for some calls. */
export const bareAnswer = <S extends z.core.$ZodLooseShape>(shape: S) => z.object({ ...shape, success })

export const doneAnswer = z.object({ success })

export const listMeta = {
  /** Counts all rows of the list, not only those of this page. */
  total: z.int(),
  /** True means that counting stopped and the list has more rows than `total`. The field is absent when the total is exact. */
  totalIsCapped: z.optional(z.literal(true)),
  nextCursor: z.nullable(z.string()),
}

/** The list is sorted by newest id first. `nextCursor` is null on the last page. */
export const listAnswer = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    success,
    data: z.array(item),
    meta: z.object(listMeta),
  })

const wholeNumberText = /^\d{1,15}$/

/** Converts the digits in the address to a number. */
export const idInUrl = z.pipe(
  formedText(15, wholeNumberText, 'must be a whole number'),
  z.transform((text: string) => Number(text)),
)
export const idInBody = z.int('must be a whole number').check(z.positive('must be a whole number'))

/**
 * The action happened this number of milliseconds before the request. Absent means now. Clients send it for actions that waited for
 * a connection.
 */
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

/** The format is ISO 8601 in UTC. */
export const instant = z.string()
/** The value is in whole sen. */
export const cents = z.int()
