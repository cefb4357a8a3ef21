/**
 * Remembers that a signed-out person has pressed a button to enrol or to buy, so that the press is carried out once after signing in
 * or registering in the same tab. Only a press stores an intention. Neither a price nor a person is stored.
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useLayoutEffect, useState } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { tabStorage, watchOtherTabs } from '../../platform/session/storage.ts'

type Intended = 'enroll' | 'buy' | 'bundle'

export interface Intention {
  kind: Intended
  /** `id` is the id of the course or bundle. */
  id: number
  title: string
}

interface Stored extends Intention {
  /** The intention is forgotten at this time, in ms since 1970. */
  until: number
}

const keptMs = 30 * 60_000

/** A person on these pages is about to sign in. */
const signInPages: readonly string[] = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'verify-email',
  'terms',
  'privacy',
]

/** Holds the price at the press. It is lost when the document is left, because prices are not stored. */
let pressedPrice: number | null = null

/** Remembers a press. `price` is the price that the person saw. */
export function intend(intention: Intention, price: number): void {
  pressedPrice = price
  const stored: Stored = { ...intention, until: Date.now() + keptMs }
  tabStorage.write(storageKeys.intention, JSON.stringify(stored))
}

function forgetIntention(): void {
  tabStorage.remove(storageKeys.intention)
}

export function readIntention(): Intention | null {
  try {
    const stored = JSON.parse(tabStorage.read(storageKeys.intention) ?? 'null') as Partial<Stored> | null
    if (!stored) return null
    const { kind, id, title, until } = stored
    const isKnown = kind === 'enroll' || kind === 'buy' || kind === 'bundle'
    const isValid = isKnown && Number.isSafeInteger(id) && typeof title === 'string'
    if (isValid && typeof until === 'number' && until > Date.now()) return { kind, id: id ?? 0, title }
  } catch {
    // The stored value is invalid, for example after it was edited by hand, so nothing is intended.
  }
  return null
}

/** Describes an intention that is carried out now. `pressedPrice` is null when the price at the press is unknown. */
export interface TakenIntention extends Intention {
  pressedPrice: number | null
}

/** Returns the intention for this course or bundle and forgets it, so that nothing is done twice. */
function takeIntention(what: 'course' | 'bundle', id: number): TakenIntention | null {
  const intention = readIntention()
  if (intention?.id !== id || (intention.kind === 'bundle') !== (what === 'bundle')) return null
  forgetIntention()
  return { ...intention, pressedPrice }
}

/**
 * Returns what a signed-out person has pressed on this page, once, after the person has signed in. A person who comes back without
 * signing in has changed their mind. This is a layout effect, because an early press is repeated right after the buttons appear.
 */
export function useTakenIntention(what: 'course' | 'bundle', id: number): TakenIntention | null {
  const isSignedIn = useSession().user !== null
  const [taken, setTaken] = useState<TakenIntention | null>(null)
  useLayoutEffect(() => {
    if (!isSignedIn) return forgetIntention()
    const found = takeIntention(what, id)
    if (found) setTaken(found)
  }, [isSignedIn, what, id])
  return taken
}

/** Forgets the intention when the page at `pathname` is neither on the way to signing in nor the page with the button. */
export function keepIntentionAt(pathname: string): void {
  const intention = readIntention()
  const isSigningIn = signInPages.includes(pathname.split('/')[1] ?? '')
  if (!intention || !(isSigningIn || pagesOf(intention).includes(pathname))) forgetIntention()
}

const pagesOf = ({ kind, id }: Intention): string[] =>
  kind === 'bundle' ? [`/bundles/${id}`] : [`/sp/${id}/`, `/course/${id}/sales`]

// The person has signed in or out in another tab, which may be a copy of this one and carry out the same intention.
if (!import.meta.env.SSR) watchOtherTabs(storageKeys.token, forgetIntention)
