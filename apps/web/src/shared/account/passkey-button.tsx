import type { PasskeyRequestOptions, UsedCredential } from '@apogee/contracts/accounts/passkeys.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useFailureText } from '../../platform/failures/failure-text.ts'
import { useText } from '../../platform/language/messages.ts'
import { passkeyMessages } from './passkey-messages.en.ts'
import { askForPasskey, canUsePasskeys } from './passkeys.ts'

/**
 * Offers a passkey instead of the form's input. It renders nothing until it has options, because the person may have no passkey.
 */
export function PasskeyButton({
  begin,
  complete,
}: {
  /** Null means that the person has no passkeys. */
  begin: () => Promise<PasskeyRequestOptions | null>
  /** Sends the used passkey. The component shows the refusal of this call. */
  complete: (credential: UsedCredential) => Promise<void>
}) {
  const text = useText(passkeyMessages)
  const failureText = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ tone: 'info' | 'danger'; text: string } | null>(null)
  // The options are loaded before the press, because some browsers require their prompt to follow the press immediately. Opening a
  // session makes all queries refetch, so this query is disabled while it opens.
  const { data: options, refetch } = useQuery({
    queryKey: ['passkey-options', useId()],
    queryFn: begin,
    enabled: canUsePasskeys() && !isBusy,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const asked = useRef<AbortController>(null)
  // The request is aborted when the form is closed.
  useEffect(() => () => asked.current?.abort(), [])
  if (!options) return null
  const stop = (tone: 'info' | 'danger', sentence: string) => {
    setProblem({ tone, text: sentence })
    setBusy(false)
  }
  const press = async () => {
    setProblem(null)
    setBusy(true)
    const { signal } = (asked.current = new AbortController())
    try {
      const credential = await askForPasskey(options, { signal })
      if (signal.aborted) return
      // The form closes after a success.
      if (credential) await complete(credential)
      else stop('info', text.declined)
    } catch (error) {
      stop('danger', failureText(error, text.failed))
      // The challenge in the options may be used or expired, so new options are loaded.
      await refetch()
    }
  }
  return (
    <div className="grid gap-3">
      {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
      <Button block busy={isBusy} busyLabel={text.waiting} onClick={() => void press()}>
        {text.use}
      </Button>
    </div>
  )
}
