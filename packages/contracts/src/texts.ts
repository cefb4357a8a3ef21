/**
 * Builds the texts of requests. Every text has a length limit that is checked first: a longer text ends the check, and no
 * expression, refinement or transformation behind the limit runs. `request-strings.test.ts` finds texts that are built differently.
 */
import { isVisible, visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import * as z from 'zod/mini'
import { tooLong } from './limits.ts'

/** The limit applies to characters of a text or entries of a list. Later checks do not run for longer values. */
export const limit = (max: number, message?: string) =>
  z.maxLength(max, { abort: true, ...(message !== undefined && { error: message }) })

/** Sets a message of its own, because the field's message ('Title is required') would be wrong for a text that is too long. */
export const atMost = (max: number) => limit(max, tooLong(max))

/** Checks a text of a fixed form, such as a number, a key or a day. */
export const formedText = (max: number, form: RegExp, message?: string) =>
  z.string().check(limit(max, message), z.regex(form, message))

/**
 * The expression matches line breaks, other control characters, and characters that change the direction of the surrounding text.
 */
const notInLines = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
export const isOneLine = (value: string): boolean => !notInLines.test(value)

/** Refuses line breaks and control characters in every text of one line, as in names. */
export const oneLine = z.refine<string>(isOneLine, { error: 'Control characters are not allowed' })

/**
 * Refuses an empty text, and a text of invisible signs alone. The length check must come first, so that only one message appears.
 */
export const required = (message: string) => z.refine<string>(isVisible, { error: message, abort: true })

/** Stores letters in composed form (NFC), so that all programs show and compare them alike. */
export const composed = z.overwrite<string>((value) => value.normalize('NFC'))

/** Replaces a text in which nobody sees a sign by an empty text. */
export const emptyIfBlank = z.overwrite<string>(visibleOrEmpty)

/** Accepts several lines and an empty text. */
export const text = (max: number) => z.string().check(z.trim(), atMost(max), emptyIfBlank, composed)
/** Accepts several lines. `message` is shown for an empty text. */
export const filledText = (message: string, max: number) =>
  z.string(message).check(z.trim(), atMost(max), required(message), composed)
/** Accepts one line or an empty text. */
export const line = (max: number) => z.string().check(z.trim(), atMost(max), emptyIfBlank, oneLine, composed)
/** Accepts one line. `message` is shown for an empty text. */
export const filledLine = (message: string, max: number) =>
  z.string(message).check(z.trim(), atMost(max), required(message), oneLine, composed)
export const searchText = z.string().check(z.trim(), limit(200))
/** Accepts a token, an id or an address that the server issued earlier. */
export const token = (max: number) => z.string().check(limit(max), z.minLength(1))

export const uuidText = z
  .string('must be a UUID')
  .check(limit(36, 'must be a UUID'), z.uuid('must be a UUID'))
/** The key identifies one attempt of a call. Sending it again changes nothing. */
export const keyText = formedText(64, /^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')
