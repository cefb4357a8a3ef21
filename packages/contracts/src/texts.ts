/**
 * Texts of requests. Each has a length, and a text that is longer ends its check: no expression, refinement or
 * transformation behind the length runs. `request-strings.test.ts` finds a text that is made in another way.
 */
import * as z from 'zod/mini'
import { tooLong } from './limits.ts'

/** The most characters of a text, or entries of a list. Checks behind it do not run for more. */
export const limit = (max: number, message?: string) =>
  z.maxLength(max, { abort: true, ...(message !== undefined && { error: message }) })

/** The same with a message of its own: the field's message ('Title is required') would be wrong. */
export const atMost = (max: number) => limit(max, tooLong(max))

/** A text of a fixed form, such as a number, a key or a day. */
export const formedText = (max: number, form: RegExp, message?: string) =>
  z.string().check(limit(max, message), z.regex(form, message))

/** Line breaks, other control characters, and characters that change the direction of the text around them. */
const notInLines = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
export const isOneLine = (value: string): boolean => !notInLines.test(value)

/** The rule of names, for every text of one line. */
export const oneLine = z.refine<string>(isOneLine, { error: 'Control characters are not allowed' })

/** Stands behind the length, so that an empty text shows only this message. */
export const required = (message: string) =>
  z.refine<string>((value) => value !== '', { error: message, abort: true })

/** Several lines, '' included. */
export const text = (max: number) => z.string().check(z.trim(), atMost(max))
/** Several lines; `message` is shown for none. */
export const filledText = (message: string, max: number) =>
  z.string(message).check(z.trim(), atMost(max), required(message))
/** One line, '' included. */
export const line = (max: number) => z.string().check(z.trim(), atMost(max), oneLine)
/** One line; `message` is shown for none. */
export const filledLine = (message: string, max: number) =>
  z.string(message).check(z.trim(), atMost(max), required(message), oneLine)
/** Text of a search. */
export const searchText = z.string().check(z.trim(), limit(200))
/** A token, an id or an address that the server gave out earlier. */
export const token = (max: number) => z.string().check(limit(max), z.minLength(1))

export const uuidText = z
  .string('must be a UUID')
  .check(limit(36, 'must be a UUID'), z.uuid('must be a UUID'))
/** Names one attempt of a call: sent again, it changes nothing. */
export const keyText = formedText(64, /^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')
