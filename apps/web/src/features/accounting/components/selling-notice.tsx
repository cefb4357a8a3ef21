import type { Selling } from '@apogee/contracts/businesses/businesses.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import './accounting.css'
import { sellingQuery } from '../api/accounting.ts'
import { sellingMessages } from '../messages/selling.en.ts'

/**
 * Lists the requirements that a seller has not met for selling through the platform's account, and the restrictions of their sales.
 * It renders nothing when there are neither. `onlyRestriction` omits the requirements.
 */
export function SellingNotice({
  showApproved = false,
  onlyRestriction = false,
}: {
  showApproved?: boolean
  onlyRestriction?: boolean
}) {
  const text = useText(sellingMessages)
  const language = useLanguage()
  const { data, error, refetch } = useQuery(sellingQuery(useViewer()))
  if (error && !data) return <LoadFailure title={text.failed} error={error} onRetry={() => void refetch()} />
  if (data?.restriction) return <Restriction state={data.state} {...data.restriction} />
  if (!data?.needsApproval || onlyRestriction) return null
  const { state, isProven, hasOwnAccount, approvedAt } = data
  const waits = data.missingChecks.length > 0 ? <PayoutsWait /> : null
  if (state === 'approved' && isProven) {
    return (
      <>
        {showApproved && approvedAt ? (
          <Notice quiet>{text.approvedSince(dateInWords(approvedAt, language))}</Notice>
        ) : null}
        {waits}
      </>
    )
  }
  return (
    <>
      <section className="ledger-selling" aria-label={hasOwnAccount ? text.ownAccountOnly : text.notYet}>
        <p>
          <Icon name="alert" /> <b>{hasOwnAccount ? text.ownAccountOnly : text.notYet}</b>
        </p>
        <p className="text-sm text-secondary">{hasOwnAccount ? text.ownAccountHint : text.missing}</p>
        <ul>
          {isProven ? null : (
            <li>
              {text.confirm} <SendAgain />
            </li>
          )}
          {state === 'approved' ? null : (
            <li>
              {text.approval}{' '}
              <Link className="ap-link" to="/contact">
                {text.approvalQuestion}
              </Link>
            </li>
          )}
        </ul>
      </section>
      {waits}
    </>
  )
}

function PayoutsWait() {
  const text = useText(sellingMessages)
  return (
    <Notice tone="warning">
      {text.payoutsWait}{' '}
      <Link className="ap-link" to="/studio/business#verification-heading">
        {text.toVerification}
      </Link>
    </Notice>
  )
}

/** Explains a limit or suspension: reason, start, consequences, and how to reply. */
function Restriction({
  state,
  reason,
  since,
  dailyLimit,
}: NonNullable<Selling['restriction']> & Pick<Selling, 'state'>) {
  const text = useText(sellingMessages)
  const language = useLanguage()
  const isSuspended = state === 'suspended'
  const title = isSuspended ? text.suspended : text.limited
  return (
    <section className="ledger-selling" data-tone="danger" aria-label={title}>
      <p>
        <Icon name="alert" /> <b>{title}</b>
      </p>
      {reason === null ? null : <p>{text.because(reason)}</p>}
      <p className="text-sm text-secondary">
        {isSuspended ? text.suspendedMeans : text.limitedMeans(formatRinggit(dailyLimit ?? 0))}
      </p>
      <p className="text-sm text-secondary">
        {since === null ? null : `${text.sinceDay(dateInWords(since, language))} `}
        <Link className="ap-link" to="/contact">
          {text.answer}
        </Link>
      </p>
    </section>
  )
}

function SendAgain() {
  const text = useText(sellingMessages)
  const send = useAnnouncedMutation({
    mutationFn: () => call('resendVerification'),
    notice: () => text.sent,
    failed: text.sendFailed,
  })
  return (
    <Button size="sm" busy={send.isPending} busyLabel={text.sending} onClick={() => send.mutate()}>
      {text.sendAgain}
    </Button>
  )
}
