import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Component, type ReactNode } from 'react'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'

interface Props {
  resetKey: string
  children: ReactNode
}
interface State {
  crashed: boolean
  resetKey: string
}

/**
 * Shows an error in place of a page that has crashed, so that the shell stays (docs/specification.md#route-table). React itself
 * reports the error to the console.
 */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { crashed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { crashed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { crashed: false, resetKey: props.resetKey }
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children
  }
}

function Crash() {
  const text = useText(platformMessages)
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.somethingWentWrong} />
      <ErrorState
        page
        titleAs="h1"
        title={text.somethingWentWrong}
        text={text.somethingWentWrongHint}
        action={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              {text.tryAgain}
            </Button>
            {/* The link loads a new document, because this one may hold the broken state. */}
            <LinkButton href="/">{text.startPage}</LinkButton>
          </>
        }
      />
    </div>
  )
}
