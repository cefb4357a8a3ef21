/**
 * Stores the buyer's checkout input in this tab during a visit to the payment page, so that paying again after a declined card
 * continues with it. It is deleted when the order is paid and, by the session, at sign-out.
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { tabStorage } from '#web/platform/session/storage.ts'
import type { Details } from './components/checkout/checkout-form.tsx'

const fields = ['address', 'city', 'state', 'postalCode', 'country', 'companyName', 'taxNumber'] as const

/** Validates by hand, because the cart imports this file and must not load a schema library. */
function isDraft(kept: unknown): kept is { userId: number; details: Details } {
  if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('details' in kept)) return false
  const { details } = kept
  if (typeof details !== 'object' || details === null) return false
  const given = new Map<string, unknown>(Object.entries(details))
  return fields.every((field) => typeof given.get(field) === 'string')
}

/** Returns this person's draft, or null. Deletes another person's draft. */
export function detailsDraftOf(userId: number): Details | null {
  const text = tabStorage.read(storageKeys.checkoutDraft)
  if (text === null) return null
  const draft = parsed(text)
  if (isDraft(draft) && draft.userId === userId) return draft.details
  tabStorage.remove(storageKeys.checkoutDraft)
  return null
}

export const keepDetailsDraft = (userId: number, details: Details): void =>
  tabStorage.write(storageKeys.checkoutDraft, JSON.stringify({ userId, details }))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The value was not written by this code and is ignored.
    return null
  }
}
