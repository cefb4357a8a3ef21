import type { Offer } from '@apogee/contracts/sales/offers.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { createElement, Suspense, type ReactNode } from 'react'
import { ApiError } from '../../platform/transfer/client.ts'

const OfferChanges = lazyWithRetry(async () => (await import('./offer-changes.tsx')).OfferChanges)

/** Returns what has changed since the page showed these offers, or undefined if the refusal does not say so. */
export const changesSince = (offers: readonly Offer[], error: unknown): ReactNode =>
  error instanceof ApiError && error.quote
    ? createElement(Suspense, null, createElement(OfferChanges, { offers, quote: error.quote }))
    : undefined
