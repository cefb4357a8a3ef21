import { Button } from '@apogee/ui/button.tsx'
import { ErrorState, type ErrorStateProps } from '@apogee/ui/feedback/state.tsx'
import { ApiError } from '../transfer/client.ts'
import { failureMessages } from './failure-messages.en.ts'
import { Head } from '../page/head.tsx'
import { platformMessages } from '../language/messages.en.ts'
import { useRefusalText, useText } from '../language/messages.ts'

/** Replaces content that could not be loaded: names the content, the reason if known, and the next step. */
export function LoadFailure({
  error,
  why,
  onRetry,
  ...state
}: Pick<ErrorStateProps, 'title' | 'titleAs' | 'page'> & {
  error: unknown
  /** `why` replaces the reason that the error gives. */
  why?: string | undefined
  onRetry: () => void
}) {
  const text = useText(failureMessages)
  const { tryAgain } = useText(platformMessages)
  const refusalText = useRefusalText()
  const failure = error instanceof ApiError ? error : null
  const reason = !failure?.isUnexplained
    ? refusalText(error)
    : failure.status === 0
      ? text.noAnswer
      : failure.requestId
        ? `${text.ourFault} ${text.reference(failure.requestId)}`
        : text.ourFault
  return <ErrorState {...state} text={why ?? reason} action={<Button onClick={onRetry}>{tryAgain}</Button>} />
}

/** Shows a load failure as a page. `head` is the document's title. */
export function LoadFailurePage({
  head,
  ...failure
}: {
  title: string
  head?: string
  error: unknown
  onRetry: () => void
}) {
  return (
    <div className="ap-wrap ap-section">
      <Head title={head ?? failure.title} />
      <LoadFailure page titleAs="h1" {...failure} />
    </div>
  )
}
