/**
 * A new address is an RFC 5321 dot-atom. The address of an existing account may be any that
 * docs/specification.md#5-validation-rules allows.
 */
import { emailMaxLength } from './limits.ts'

const localPartMaxLength = 64
const labelMaxLength = 63

const atom = /^[\w!#$%&'*+/=?^`{|}~-]+$/
const label = /^[a-z0-9-]+$/i

/** The pattern is linear: it has no nested or overlapping repetition. */
const simplePattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/**
 * Checks the simple pattern of docs/specification.md#5-validation-rules, which is enough to look up an account but not to send
 * mail.
 */
export const isSimpleAddress = (value: string): boolean =>
  value.length <= emailMaxLength && simplePattern.test(value)

/** A mail server without SMTPUTF8 on the way loses mail to an address with such letters. */
export const hasOtherLetters = (value: string): boolean => /[^\u0000-\u007f]/.test(value)

/**
 * Refuses quoted local parts, comments, angle brackets, lists and raw Unicode, because a mail library could read a second address
 * in them. The length is checked first, so the time is bounded.
 */
export function isEmailAddress(value: string): boolean {
  if (value.length > emailMaxLength) return false
  const at = value.indexOf('@')
  if (at === -1) return false
  const [local, domain] = [value.slice(0, at), value.slice(at + 1)]
  return local.length <= localPartMaxLength && local.split('.').every(isAtom) && isDomain(domain)
}

const isAtom = (part: string): boolean => atom.test(part)

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const isNumeric = /^\d+$/.test(labels.at(-1) ?? '')
  return labels.length > 1 && !isNumeric && labels.every(isLabel)
}

function isLabel(part: string): boolean {
  return part.length <= labelMaxLength && label.test(part) && !part.startsWith('-') && !part.endsWith('-')
}
