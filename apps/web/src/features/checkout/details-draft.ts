/**
 * What a buyer has typed at the checkout: it waits in this tab while they are at the payment page, so that paying again
 * after a declined card begins where it ended. It ends when the order is paid and, by the session, at sign-out.
 */
import { storageKeys } from '@apogee/contracts/limits.ts'
import * as z from 'zod/mini'
import { tabStorage } from '#web/platform/storage.ts'
import type { Details } from './checkout-form.tsx'

const stored = z.object({
  userId: z.int(),
  details: z.object({
    address: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
    companyName: z.string(),
    taxNumber: z.string(),
  }),
})

/** This person's, or null. Somebody else's is gone from here on. */
export function detailsDraftOf(userId: number): Details | null {
  const text = tabStorage.read(storageKeys.checkoutDraft)
  if (text === null) return null
  const draft = stored.safeParse(parsed(text))
  if (draft.success && draft.data.userId === userId) return draft.data.details
  forgetDetailsDraft()
  return null
}

export const keepDetailsDraft = (userId: number, details: Details): void =>
  tabStorage.write(storageKeys.checkoutDraft, JSON.stringify({ userId, details }))

export const forgetDetailsDraft = (): void => tabStorage.remove(storageKeys.checkoutDraft)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Written by another hand than ours: as good as nothing.
    return null
  }
}
