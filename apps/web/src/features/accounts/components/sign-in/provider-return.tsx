import type { SignInProblem, SignInProviderName } from '@apogee/contracts/accounts/sign-in.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#web/platform/router/router.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { providerMessages } from '../../messages/providers.en.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { providerNames } from '../../provider-names.ts'

type Return = { code: string } | { provider: SignInProviderName; problem: SignInProblem }

const knownProblems: readonly string[] = [
  'unset',
  'cancelled',
  'expired',
  'unverified',
  'busy',
  'failed',
] satisfies SignInProblem[]

const isProvider = (name: string): name is SignInProviderName => Object.hasOwn(providerNames, name)
const isProblem = (name: string): name is SignInProblem => knownProblems.includes(name)

/** Reads the server's redirect data from the fragment, which is neither sent nor logged. */
function returnIn(hash: string): Return | null {
  const given = new URLSearchParams(hash.slice(1))
  const code = given.get('code')
  if (code) return { code }
  const [provider = '', problem = ''] = (given.get('problem') ?? '').split('.')
  return isProvider(provider) && isProblem(problem) ? { provider, problem } : null
}

/** Handles the return from Google or GitHub: exchanges the code or shows the error, and removes either from the address. */
export function ProviderReturn({ onSecondStep }: { onSecondStep: () => void }) {
  const providers = useText(providerMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const taken = useRef('')
  const [back, setBack] = useState<Return | { failure: unknown } | null>(null)

  useEffect(() => {
    const returned = returnIn(hash)
    if (!returned || taken.current === hash) return
    taken.current = hash
    setBack(returned)
    navigate({ pathname, search }, { replace: true })
    if (!('code' in returned)) return
    call('completeSignIn', { body: { code: returned.code } }).then(
      ({ data }) => signIn(data.token, data.user),
      (failure: unknown) => {
        if (failure instanceof ApiError && failure.errorCode === 'SECOND_FACTOR_REQUIRED') onSecondStep()
        else setBack({ failure })
      },
    )
  }, [hash, pathname, search, navigate, signIn, onSecondStep])

  if (!back) return null
  if ('code' in back) {
    return <Notice tone="info">{providers.signingInWith}</Notice>
  }
  if ('failure' in back) return <Notice tone="danger">{refusalText(back.failure)}</Notice>
  const sentences: Record<SignInProblem, string> = {
    unset: providers.providerUnset(providerNames[back.provider]),
    cancelled: providers.providerCancelled(providerNames[back.provider]),
    expired: providers.providerExpired(providerNames[back.provider]),
    unverified: providers.providerUnverified(providerNames[back.provider]),
    failed: providers.providerFailed(providerNames[back.provider]),
    busy: providers.providerBusy,
  }
  return <Notice tone={back.problem === 'cancelled' ? 'info' : 'danger'}>{sentences[back.problem]}</Notice>
}
