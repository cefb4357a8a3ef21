import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { storage, tabStorage } from '#web/platform/session/storage.ts'
import { checkoutMessages } from '../../messages/checkout.en.ts'
import { hasEndedUnpaid, isOpen, paymentCheckQuery } from '../../api/checkout.ts'
import { RestoreLink } from '../restore-link.tsx'

/**
 * Links back to an abandoned order, because leaving for its payment page had emptied the cart. Renders nothing without a known
 * order; a paid order is deleted. Renders only in the browser, because it starts with stored data.
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
  if (!purchaseId || !status || !(isOpen(status) || hasEndedUnpaid(status))) return null
  // While the payment is at the bank, the buyer cannot pay again, because a second payment would charge twice.
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
