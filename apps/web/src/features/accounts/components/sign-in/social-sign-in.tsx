import type { SignInProviderName } from '@apogee/contracts/accounts/sign-in.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { redirectToExternal } from '#web/platform/page/external-redirect.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useReturnAddress } from '#web/platform/page/return-address.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { providerMessages } from '../../messages/providers.en.ts'
import { providerNames } from '../../provider-names.ts'
import '../accounts.css'

/** Lists other sign-in methods. Pressing one that is not configured shows a message. */
export function SocialSignIn({ children }: { children?: ReactNode }) {
  const text = useText(accountsMessages)
  const providers = useText(providerMessages)
  const refusalText = useRefusalText()
  const redirect = useReturnAddress('')
  const [asked, setAsked] = useState<SignInProviderName | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const begin = async (provider: SignInProviderName) => {
    setProblem(null)
    setAsked(provider)
    try {
      const { data } = await call('listSignInProviders')
      const start = data[provider]
      if (start === null) {
        setProblem(providers.providerUnset(providerNames[provider]))
        setAsked(null)
        return
      }
      // The redirect leads buyers back to the purchase. The button stays busy until the page is left.
      redirectToExternal(redirect === '' ? start : `${start}?${new URLSearchParams({ redirect })}`)
    } catch (error) {
      setProblem(refusalText(error))
      setAsked(null)
    }
  }

  return (
    <div className="grid gap-4">
      <p className="accounts-or">{text.orContinueWith}</p>
      <div className="grid grid-cols-2 gap-3">
        {(['google', 'github'] as const).map((provider) => (
          <Button key={provider} block busy={asked === provider} onClick={() => void begin(provider)}>
            {providerNames[provider]}
          </Button>
        ))}
      </div>
      {problem ? <Notice tone="info">{problem}</Notice> : null}
      {children}
    </div>
  )
}

/** Links the terms that a press accepts. The texts open in a new tab, so that no input is lost. */
export function TermsLinks({ before }: { before: string }) {
  const text = useText(accountsMessages)
  return (
    <>
      {before}{' '}
      <Link className="ap-link" to="/terms" target="_blank">
        {text.terms}
      </Link>{' '}
      {text.and}{' '}
      <Link className="ap-link" to="/privacy" target="_blank">
        {text.privacy}
      </Link>
    </>
  )
}
