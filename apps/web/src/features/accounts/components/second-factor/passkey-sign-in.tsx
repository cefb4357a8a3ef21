import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { passkeyMessages } from '#web/shared/account/passkey-messages.en.ts'
import {
  askForPasskey,
  canOfferPasskeys,
  canUsePasskeys,
  stopOfferingPasskeys,
} from '#web/shared/account/passkeys.ts'
import { useSession } from '#web/platform/session/session.tsx'

/** Options are valid for ten minutes, so an open page requests new ones earlier. */
const renewOfferAfterMs = 9 * 60_000

type Problem = { tone: 'info' | 'danger'; text: string }

/** Signs in without an address: by a press, or by choosing a passkey below the address field. */
export function PasskeySignIn() {
  const text = useText(passkeyMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const press = async () => {
    if (!canUsePasskeys()) return setProblem({ tone: 'info', text: text.unavailable })
    setProblem(null)
    setBusy(true)
    try {
      const { data: options } = await call('beginPasskeySignIn', { body: {} })
      const credential = options && (await askForPasskey(options))
      if (!credential) return setProblem({ tone: 'info', text: text.declined })
      const { data } = await call('completePasskeySignIn', { body: { credential } })
      signIn(data.token, data.user)
    } catch (error) {
      setProblem({ tone: 'danger', text: refusalText(error, text.failed) })
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => {
    if (isBusy || !canUsePasskeys()) return
    let isOver = false
    const offer = async () => {
      // The user did not start this request, so a failure of the network or the browser is not reported.
      const chosen = await chosenFromOffer(() => !isOver).catch(() => null)
      if (!chosen) return
      try {
        const { data } = await call('completePasskeySignIn', { body: { credential: chosen } })
        signIn(data.token, data.user)
      } catch (error) {
        if (isOver) return
        setProblem({ tone: 'danger', text: refusalText(error, text.failed) })
        void offer()
      }
    }
    void offer()
    const renewal = setInterval(() => void offer(), renewOfferAfterMs)
    return () => {
      isOver = true
      clearInterval(renewal)
    }
  }, [isBusy, signIn, refusalText, text])

  useEffect(
    () => () => {
      if (canUsePasskeys()) void stopOfferingPasskeys()
    },
    [],
  )

  return (
    <>
      <Button block busy={isBusy} busyLabel={text.waiting} onClick={() => void press()}>
        {text.use}
      </Button>
      {problem ? <Notice tone={problem.tone}>{problem.text}</Notice> : null}
    </>
  )
}

/**
 * Waits until a person chooses a passkey below the field. Null means that the browser offers none, or another request replaced this
 * one.
 */
async function chosenFromOffer(isWanted: () => boolean) {
  if (!(await canOfferPasskeys())) return null
  const { data: options } = await call('beginPasskeySignIn', { body: {} })
  return options && isWanted() ? askForPasskey(options, { autofill: true }) : null
}
