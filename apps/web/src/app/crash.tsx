import { Button } from '@apogee/ui/button.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'

/** A page that stopped working (spec §2). */
export function Crash() {
  const error = useRouteError()
  const text = useText(platformMessages)
  useEffect(() => console.error(error), [error])
  return (
    <main id="main" tabIndex={-1} className="ap-wrap ap-section">
      <Head title={text.somethingWentWrong} />
      <ErrorState
        page
        titleAs="h1"
        title={text.somethingWentWrong}
        text={text.somethingWentWrongHint}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {text.tryAgain}
          </Button>
        }
      />
    </main>
  )
}
