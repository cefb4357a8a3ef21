import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useState } from 'react'
import { Link, useParams } from '#web/platform/router/router.tsx'
import { accessMessages } from '#web/features/accounts/messages/access.en.ts'
import { AuthFrame } from '#web/features/accounts/components/sign-in/auth-frame.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { ResetPasswordForm } from '#web/features/accounts/components/sign-in/reset-password-form.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

/** Handles the mailed link. Resetting the password ends all sessions, including an open one in this browser. */
export function Component() {
  const text = useText(accessMessages)
  const { signIn } = useText(accountsMessages)
  const { retry } = useSession()
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'done' | 'spent' | null>(null)
  if (outcome === 'done') {
    return (
      <div className="ap-wrap ap-section" role="status">
        <Head title={text.resetDone} />
        <EmptyState
          page
          titleAs="h1"
          title={text.resetDone}
          text={text.resetDoneHint}
          action={
            <LinkButton as={Link} to="/login" variant="primary">
              {signIn}
            </LinkButton>
          }
        />
      </div>
    )
  }
  if (outcome === 'spent') {
    return (
      <div className="ap-wrap ap-section">
        <Head title={text.resetSpent} />
        <ErrorState
          page
          titleAs="h1"
          title={text.resetSpent}
          text={text.resetSpentHint}
          action={
            <LinkButton as={Link} to="/forgot-password" variant="primary">
              {text.askAgain}
            </LinkButton>
          }
        />
      </div>
    )
  }
  return (
    <AuthFrame title={text.resetTitle} lead={text.resetLead}>
      <Head title={text.resetTitle} />
      <ResetPasswordForm
        token={token}
        onDone={() => {
          setOutcome('done')
          void retry()
        }}
        onSpent={() => setOutcome('spent')}
      />
    </AuthFrame>
  )
}
