import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Suspense, useCallback, useState } from 'react'
import { Link, useLocation } from '#web/platform/router/router.tsx'
import { AuthFrame } from '#web/features/accounts/components/sign-in/auth-frame.tsx'
import { LoginForm } from '#web/features/accounts/components/sign-in/login-form.tsx'
import { PasskeySignIn } from '#web/features/accounts/components/second-factor/passkey-sign-in.tsx'
import { ProviderReturn } from '#web/features/accounts/components/sign-in/provider-return.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { SocialSignIn, TermsLinks } from '#web/features/accounts/components/sign-in/social-sign-in.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useHydrated } from '#web/platform/page/hydrated.ts'
import { tabStorage } from '#web/platform/session/storage.ts'
import { safeRedirect } from '#web/platform/page/safe-redirect.ts'
import '#web/features/accounts/components/accounts.css'

/** Few accounts use two-factor authentication, so the code loads at its first use. */
const SecondStep = lazyWithRetry(
  async () => (await import('#web/features/accounts/components/second-factor/second-step.tsx')).SecondStep,
)

const IntendedAccount = lazyWithRetry(
  async () =>
    (await import('#web/features/accounts/components/sign-in/intended-account.tsx')).IntendedAccount,
)

/**
 * A visitor who wanted to enrol or to buy comes back to these addresses, and often has no account. The address alone decides what is
 * shown, so that nothing moves when the browser knows what was pressed.
 */
const isOfBuying = /^\/(?:course\/\d+\/sales|bundles\/\d+)(?:\?|$)/

/** `failure` tells why the second-factor step led back to the first step. */
type Step = { isSecond: true } | { isSecond: false; failure?: string }

export function Component() {
  const text = useText(accountsMessages)
  const { loading } = useText(platformMessages)
  // The query keeps the address of a purchase to which the person returns after signing in.
  const { search, state } = useLocation()
  const hasIntention = useHydrated() && tabStorage.read(storageKeys.intention) !== null
  const [step, setStep] = useState<Step>({ isSecond: false })
  const onSecondStep = useCallback(() => setStep({ isSecond: true }), [])
  if (step.isSecond)
    return (
      <Suspense
        fallback={
          <AuthFrame title={text.signInTitle}>
            <Loading label={loading}>
              <SkeletonRows count={3} />
            </Loading>
          </AuthFrame>
        }
      >
        <SecondStep
          onExpired={(failure) => setStep({ isSecond: false, failure })}
          onStartAgain={() => setStep({ isSecond: false })}
        />
      </Suspense>
    )
  const wanted = safeRedirect(new URLSearchParams(search).get('redirect'), '')
  const lead =
    wanted === '/checkout' ? text.signInToPay : wanted ? text.signInToReturn : text.signInDescription
  return (
    <AuthFrame title={text.signInTitle} lead={lead}>
      <Head title={text.signInTitle} description={text.signInDescription} path="/login" />
      {step.failure ? <Notice tone="danger">{step.failure}</Notice> : null}
      <ProviderReturn onSecondStep={onSecondStep} />
      <LoginForm onSecondStep={onSecondStep} />
      {isOfBuying.test(wanted) ? (
        <div className="grid gap-3">
          <p className="accounts-new text-sm text-secondary">
            {hasIntention ? (
              <Suspense fallback={text.newHere}>
                <IntendedAccount />
              </Suspense>
            ) : (
              text.newHere
            )}
          </p>
          <LinkButton as={Link} to={{ pathname: '/register', search }} state={state} size="lg" block>
            {text.createAnAccount}
          </LinkButton>
        </div>
      ) : null}
      <SocialSignIn>
        <PasskeySignIn />
        <p className="text-xs text-secondary">
          <TermsLinks before={text.agreeBefore} />
        </p>
      </SocialSignIn>
      <p className="text-sm text-secondary">
        {text.noAccount}{' '}
        <Link className="ap-link" to={{ pathname: '/register', search }} state={state}>
          {text.signUp}
        </Link>
      </p>
    </AuthFrame>
  )
}
