import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/messages.ts'
import { accountsMessages } from './messages.en.ts'

/** Other ways in. Without credentials of the provider a press says so instead of failing somewhere else. */
export function SocialSignIn() {
  const text = useText(accountsMessages)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <div className="grid gap-4">
      <p className="accounts-or">{text.orContinueWith}</p>
      <div className="grid grid-cols-2 gap-3">
        {[text.google, text.github].map((provider) => (
          <Button key={provider} block onClick={() => setAsked(provider)}>
            {provider}
          </Button>
        ))}
      </div>
      {asked ? <Notice tone="info">{text.notConfigured(asked)}</Notice> : null}
    </div>
  )
}
