/** Opens the provider's payment page; all code uses this function (docs/specification.md#4-states-and-transitions). */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useEffect } from 'react'
import { redirectToExternal } from '../../platform/page/external-redirect.ts'
import { storage } from '../../platform/session/storage.ts'

/** Thrown when the answer to a purchase contains no payment page (docs/specification.md#5-validation-rules). */
export class PaymentUrlMissing extends Error {
  constructor() {
    super('Payment URL not found in response')
    this.name = 'PaymentUrlMissing'
  }
}

/** Stores the purchase's id and opens its payment page. Throws {@link PaymentUrlMissing} without a page. */
export function openPaymentPage(paymentUrl: string | undefined, purchaseId: string): void {
  if (!paymentUrl) throw new PaymentUrlMissing()
  storage.write(storageKeys.latestPurchase, purchaseId)
  redirectToExternal(paymentUrl)
}

/** Calls back when Back restores this page from the browser's cache. At that point no request is running. */
export function useReturnFromPayment(returned: () => void): void {
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) returned()
    }
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [returned])
}
