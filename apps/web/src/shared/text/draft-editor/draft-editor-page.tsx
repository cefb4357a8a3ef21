import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../platform/transfer/client.ts'
import { Head } from '../../../platform/page/head.tsx'
import { LoadFailure } from '../../../platform/failures/load-failure.tsx'
import { platformMessages } from '../../../platform/language/messages.en.ts'
import { useText } from '../../../platform/language/messages.ts'
import { Link } from '../../../platform/router/router.tsx'
import { useViewer } from '../../../platform/session/session.tsx'
import { draftEditorMessages } from './draft-editor-messages.en.ts'
import { lastSaveAt } from '../../../platform/drafts/use-draft-saver.ts'
import { draftPlace, type DraftKind } from './use-draft-editor.ts'
import './draft-editor.css'

interface Props<Edit> {
  /** Ids are 0 for a URL without a valid id. */
  courseId: number
  resourceId: number
  queryKey: QueryKey
  read: (signal: AbortSignal) => Promise<{ data: Edit }>
  kind: DraftKind
  /** `loadingTitle` is the title of the browser's tab and of the page while the document loads. */
  loadingTitle: string
  titleOf: (edit: Edit) => string
  children: (edit: Edit, back: ReactNode) => ReactNode
}

/**
 * Shows a course page on which an author edits one document. The document is read each time the page opens, and is never refetched
 * while the page is open.
 */
export function DraftEditorPage<Edit extends { courseId: number }>({
  courseId,
  resourceId,
  queryKey,
  read,
  kind,
  loadingTitle,
  titleOf,
  children,
}: Props<Edit>) {
  const text = useText(draftEditorMessages)
  const common = useText(platformMessages)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...queryKey, useViewer()],
    queryFn: async ({ signal }) => {
      await lastSaveAt(draftPlace(kind, resourceId))
      return read(signal)
    },
    enabled: resourceId > 0,
    gcTime: 0,
    staleTime: Infinity,
  })
  const back = (
    <LinkButton
      as={Link}
      to={courseId > 0 ? `/course/${courseId}/manage?resource=${resourceId}` : '/admin'}
      variant="quiet"
      size="sm"
      icon="arrow-left"
    >
      {text.backToModules}
    </LinkButton>
  )
  const isMissing = resourceId === 0 || (error instanceof ApiError && error.status === 404)
  if (isMissing || (data && data.data.courseId !== courseId)) {
    return (
      <Frame title={text[`${kind}NotFound`]}>
        <ErrorState
          page
          titleAs="h1"
          title={text[`${kind}NotFound`]}
          text={text[`${kind}NotFoundHint`]}
          action={back}
        />
      </Frame>
    )
  }
  if (isPending) {
    return (
      <Frame title={loadingTitle}>
        <Loading label={common.loading} className="grid gap-4">
          <Skeleton shape="title" width={40} />
          <Skeleton shape="block" />
        </Loading>
      </Frame>
    )
  }
  if (!data) {
    return (
      <Frame title={text[`${kind}LoadFailed`]}>
        <LoadFailure
          page
          titleAs="h1"
          title={text[`${kind}LoadFailed`]}
          error={error}
          onRetry={() => void refetch()}
        />
      </Frame>
    )
  }
  return <Frame title={titleOf(data.data)}>{children(data.data, back)}</Frame>
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ap-wrap draft-editor">
      <Head title={title} />
      {children}
    </div>
  )
}
