import { storageKeys } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { storage, tabStorage } from '#web/platform/storage.ts'
import { checkoutMessages } from '../messages/checkout.en.ts'
import { isGivenUp, isOpen, paymentCheckQuery } from '../api/checkout.ts'
import { RestoreLink } from './restore-link.tsx'

/**
 * The way back to an order whose payment page was left: leaving for it had emptied the cart. Nothing while nothing is
 * known of it, and a paid one is forgotten. For the browser only, since it begins with what is stored there.
 */
export function UnfinishedPayment() {
  const text = useText(checkoutMessages)
  const { dismiss } = useText(platformMessages)
  const [purchaseId, setPurchaseId] = useState(() => storage.read(storageKeys.latestPurchase) ?? '')
  const [startedAt] = useState(Date.now)
  const { data } = useQuery(paymentCheckQuery(purchaseId, startedAt))
  const status = data?.status
  const forget = () => {
    storage.remove(storageKeys.latestPurchase)
    setPurchaseId('')
  }
  useEffect(() => {
    if (status !== 'paid') return
    storage.remove(storageKeys.latestPurchase)
    tabStorage.remove(storageKeys.checkoutDraft)
  }, [status])
  if (!purchaseId || !status || !(isOpen(status) || isGivenUp(status))) return null
  // Asking for it again would be asking twice.
  const isAtBank = status === 'pending'
  return (
    <section className="ap-panel mb-8" data-padded="" aria-labelledby="unfinished-payment">
      <h2 id="unfinished-payment" className="ap-h4">
        {isAtBank ? text.paymentAtBank : text.unfinishedPayment}
      </h2>
      <p className="mt-2 text-secondary">{isAtBank ? text.pendingHint : text.unfinishedPaymentHint}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isAtBank ? null : (
          <>
            <RestoreLink
              purchaseId={purchaseId}
              to="/checkout"
              label={text.tryPayingAgain}
              variant="secondary"
            />
            <RestoreLink purchaseId={purchaseId} to="/cart" label={text.backToCart} variant="secondary" />
          </>
        )}
        <LinkButton as={Link} to="/purchases" variant="quiet">
          {text.myPurchases}
        </LinkButton>
        <Button variant="quiet" onClick={forget}>
          {dismiss}
        </Button>
      </div>
    </section>
  )
}
