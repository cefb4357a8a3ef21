import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { EmailChangeLink } from '@apogee/contracts/accounts/email-changes.ts'
import { emailChangeLinkQuery } from '#web/features/accounts/api/email-change.ts'
import {
  EmailChangeLinkPage,
  type LinkOutcome,
} from '#web/features/accounts/components/email-change-link.tsx'
import { emailChangeLinkMessages } from '#web/features/accounts/messages/security/email-change-link.en.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { Link, useParams } from '#web/platform/router/router.tsx'
import { useSession, useViewer } from '#web/platform/session/session.tsx'

/**
 * Handles the links in mails about a change of e-mail address. Opening such a link changes nothing, because mail scanners open
 * links too.
 */
export function Component() {
  const text = useText(emailChangeLinkMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const { user, retry } = useSession()
  const viewer = useViewer()
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<Exclude<LinkOutcome, 'spent'> | null>(null)
  const [read, setRead] = useState<EmailChangeLink | null>(null)
  const [isSpent, setIsSpent] = useState(false)
  const link = useQuery({
    ...emailChangeLinkQuery(token, viewer),
    enabled: viewer !== 'unknown' && outcome === null,
  })
  const hasExpired = isSpent || (link.error instanceof ApiError && link.error.errorCode === 'LINK_EXPIRED')
  const next = (
    <LinkButton as={Link} to={user ? '/settings' : '/login'} variant="primary">
      {user ? text.toSettings : text.signIn}
    </LinkButton>
  )
  if (outcome === null && !hasExpired && link.data) {
    const { data } = link.data
    if (data.kind === 'new' && data.isConfirmed)
      return (
        <div className="ap-wrap ap-section">
          <Head title={text.title} />
          <Outcome outcome="confirmed" link={data} next={next} />
        </div>
      )
    return (
      <>
        <Head title={text.title} />
        <EmailChangeLinkPage
          token={token}
          link={data}
          signedInAs={user?.email ?? null}
          onEnd={(end) => {
            if (end === 'spent') return setIsSpent(true)
            setRead(data)
            setOutcome(end)
            // `retry` reads the session again, because its e-mail address has changed or the session has ended.
            if (end === 'changed' || end === 'undone') void retry()
          }}
        />
      </>
    )
  }
  return (
    <div className="ap-wrap ap-section" role={outcome === null ? undefined : 'status'}>
      <Head title={text.title} />
      {outcome !== null && read !== null ? (
        <Outcome outcome={outcome} link={read} next={next} />
      ) : hasExpired || link.error ? (
        <ErrorState
          page
          titleAs="h1"
          title={text.failed}
          text={hasExpired ? text.spentHint : refusalText(link.error ?? undefined)}
          action={hasExpired ? next : <Button onClick={() => void link.refetch()}>{tryAgain}</Button>}
        />
      ) : (
        <Loading label={loading}>
          <Skeleton shape="title" width={40} />
          <Skeleton shape="block" />
        </Loading>
      )}
    </div>
  )
}

function Outcome({
  outcome,
  link: { kind, oldEmail, newEmail },
  next,
}: {
  outcome: Exclude<LinkOutcome, 'spent'>
  link: EmailChangeLink
  next: ReactNode
}) {
  const text = useText(emailChangeLinkMessages)
  const [title, hint] = {
    changed: [text.changed, text.changedHint(newEmail)],
    confirmed: [text.halfDone, text.halfDoneHint(kind === 'new' ? oldEmail : newEmail)],
    stopped: [text.stopped, text.stoppedHint],
    undone: [text.undone, text.undoneHint(oldEmail)],
  }[outcome] as [string, string]
  const action =
    outcome === 'stopped' ? (
      <LinkButton as={Link} to="/forgot-password" variant="primary">
        {text.newPassword}
      </LinkButton>
    ) : outcome === 'undone' ? undefined : (
      next
    )
  return <EmptyState page titleAs="h1" title={title} text={hint} action={action} />
}
