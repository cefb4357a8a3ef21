import { Button } from '@apogee/ui/button.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'

/** Replaces a page when no response arrived; a retry may help. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const text = useText(platformMessages)
  return (
    <>
      <Head title={text.unreachable} />
      <ErrorState
        page
        titleAs="h1"
        title={text.unreachable}
        text={text.unreachableHint}
        action={<Button onClick={onRetry}>{text.tryAgain}</Button>}
      />
    </>
  )
}
