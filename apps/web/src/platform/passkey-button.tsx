import type { PasskeyRequestOptions, UsedCredential } from '@apogee/contracts/accounts/passkeys.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useFailureText } from './failure-text.ts'
import { useText } from './messages.ts'
import { passkeyMessages } from './passkey-messages.en.ts'
import { askForPasskey, canUsePasskeys } from './passkeys.ts'

/** A passkey in place of what a form asks for. Shows nothing while there are no options: the person may have none. */
export function PasskeyButton({
  begin,
  complete,
}: {
  /** Null: without passkeys. */
  begin: () => Promise<PasskeyRequestOptions | null>
  /** Its refusal is shown. */
  complete: (credential: UsedCredential) => Promise<void>
}) {
  const text = useText(passkeyMessages)
  const failureText = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ tone: 'info' | 'danger'; text: string } | null>(null)
  // Read before the press, which some browsers want to be followed by their question at once. A session that opens makes
  // queries read again, so this one rests meanwhile.
  const { data: options, refetch } = useQuery({
    queryKey: ['passkey-options', useId()],
    queryFn: begin,
    enabled: canUsePasskeys() && !isBusy,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const asked = useRef<AbortController>(null)
  // Nobody waits for the answer to a form that was closed.
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
      // After a success the form closes.
      if (credential) await complete(credential)
      else stop('info', text.declined)
    } catch (error) {
      stop('danger', failureText(error, text.failed))
      // Their challenge may be spent or expired.
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
