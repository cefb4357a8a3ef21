/** The addresses Apogee takes: RFC 5321 dot-atoms. Every place that takes an address asks this one rule. */
import { emailMaxLength } from './limits.ts'

const localPartMaxLength = 64
const labelMaxLength = 63

const atom = /^[\w!#$%&'*+/=?^`{|}~-]+$/
const label = /^[a-z0-9-]+$/i

/**
 * No quoted local parts, comments, angle brackets, lists or raw Unicode: what a mail library could read as a second
 * address is none. The length is looked at first, so the time is bounded.
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
