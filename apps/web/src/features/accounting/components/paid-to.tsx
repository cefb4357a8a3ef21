import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { payoutBankMessages } from '../messages/payout-bank.en.ts'
import { sellerPayoutBankQuery } from '../api/accounting.ts'
import './accounting.css'

interface PaidToProps {
  sellerId: number
  /**
   * A prepared payout belongs to the account that the seller saved at this time. When the seller has saved another account since,
   * no account number is shown, because the payout ends when its account is replaced.
   */
  preparedFor?: string
}

/** Shows the full account number of a payout to the superadmin who makes it. */
export function PaidTo({ sellerId, preparedFor }: PaidToProps) {
  const text = useText(payoutBankMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const failureText = useFailureText()
  const { data: bank, error, refetch } = useQuery(sellerPayoutBankQuery(useViewer(), sellerId))
  if (bank === null) return <Notice tone="warning">{text.payToNone}</Notice>
  if (bank && preparedFor !== undefined && bank.savedAt !== preparedFor)
    return <Notice tone="warning">{text.payToChanged}</Notice>
  if (bank) {
    const facts = [
      [text.bank, bank.bankName],
      [text.accountNumber, bank.accountNumber],
      [text.accountHolder, bank.accountHolder],
    ]
    return (
      <section aria-label={text.payTo}>
        <h3 className="text-sm text-secondary">{text.payTo}</h3>
        <dl className="ledger-paid-to">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    )
  }
  return error ? (
    <Notice
      tone="warning"
      link={
        <Button variant="quiet" size="sm" onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      }
    >
      {failureText(error, text.payToFailed)}
    </Notice>
  ) : (
    <Loading label={loading}>
      <SkeletonRows count={2} />
    </Loading>
  )
}
