import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState, type ErrorStateProps } from '@apogee/ui/feedback/state.tsx'
import type { ComponentType, ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { Head } from '../page/head.tsx'
import { platformMessages } from '../language/messages.en.ts'
import { useText } from '../language/messages.ts'

/** Replaces a page that does not exist, is closed or could not be loaded; gives the reason and the next step. */
export function StatePage({
  title,
  text,
  head = title,
  as: State = ErrorState,
  back,
  onRetry,
  action,
}: {
  title: string
  text?: string
  head?: string
  as?: ComponentType<ErrorStateProps>
  /** `back` is a link to a page from which the person can continue. */
  back?: readonly [address: string, name: string]
  /** Without `onRetry`, the page offers no retry, because it would not help. */
  onRetry?: (() => void) | undefined
  /** `action` replaces `back` and `onRetry`. */
  action?: ReactNode
}) {
  const { tryAgain } = useText(platformMessages)
  return (
    <div className="ap-wrap ap-section">
      <Head title={head} />
      <State
        page
        titleAs="h1"
        title={title}
        text={text}
        action={
          onRetry || back ? (
            <>
              {onRetry ? <Button onClick={onRetry}>{tryAgain}</Button> : null}
              {back ? (
                <LinkButton as={Link} to={back[0]}>
                  {back[1]}
                </LinkButton>
              ) : null}
            </>
          ) : (
            action
          )
        }
      />
    </div>
  )
}

/** Shows a placeholder while the page's object loads. `title` is the document's title until then. */
export function PageLoading({ title, blocks = 1 }: { title?: string; blocks?: number }) {
  const { loading } = useText(platformMessages)
  return (
    <Loading label={loading} className="ap-wrap ap-section">
      {title === undefined ? null : <Head title={title} />}
      <Skeleton shape="title" width={40} />
      {Array.from({ length: blocks }, (_, block) => (
        <Skeleton key={block} shape="block" />
      ))}
    </Loading>
  )
}
