import { useParams } from '#web/platform/router/router.tsx'
import { ReceiptPage } from '#web/features/accounting/components/receipt-page.tsx'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const { user } = useSession()
  const { purchaseId = '', receiptId = '' } = useParams()
  return user ? (
    <ReceiptPage key={receiptId} user={user} purchaseId={purchaseId} receiptId={receiptId} />
  ) : null
}
