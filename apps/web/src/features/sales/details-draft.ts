/**
 * What a buyer has typed at the checkout: it waits in this tab while they are at the payment page, so that paying again
 * after a declined card begins where it ended. It ends when the order is paid and, by the session, at sign-out.
 */
import { storageKeys } from '@apogee/contracts/limits.ts'
import { tabStorage } from '#web/platform/storage.ts'
import type { Details } from './components/checkout-form.tsx'

const fields = ['address', 'city', 'state', 'postalCode', 'country', 'companyName', 'taxNumber'] as const

/** Looked at by hand: the cart reads this too, and is too light for a schema. */
function isDraft(kept: unknown): kept is { userId: number; details: Details } {
  if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('details' in kept)) return false
  const { details } = kept
  if (typeof details !== 'object' || details === null) return false
  const given = new Map<string, unknown>(Object.entries(details))
  return fields.every((field) => typeof given.get(field) === 'string')
}

/** This person's, or null. Somebody else's is gone from here on. */
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
    // Written by another hand than ours: as good as nothing.
    return null
  }
}
