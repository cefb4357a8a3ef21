import type { LessonText as Read } from '@apogee/contracts/courses/lesson-texts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { lessonTextMessages } from './lesson-text-messages.en.ts'
import { useBlockOfAddress } from './block-of-address.ts'
import { DocumentView } from './document-view.tsx'

const lessonTextQuery = (resourceId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['lesson-text', resourceId, viewer],
    queryFn: ({ signal }) => call('readLessonText', { params: { id: resourceId }, signal }),
  })

export function LessonText({ resourceId }: { resourceId: number }) {
  const text = useText(lessonTextMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(lessonTextQuery(resourceId, useViewer()))
  if (isPending) {
    return (
      <Loading label={common.loading} className="grid gap-4">
        <Skeleton width={100} />
        <Skeleton width={80} />
        <Skeleton width={60} />
      </Loading>
    )
  }
  if (!data) {
    return (
      <ErrorState
        title={text.loadFailed}
        text={failureText(error, text.notOnDevice)}
        action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
      />
    )
  }
  return <ReadDocument {...data.data} />
}

function ReadDocument({
  document,
  pictures,
  files,
  videos,
}: Pick<Read, 'document' | 'pictures' | 'files' | 'videos'>) {
  return (
    <DocumentView
      document={document}
      pictures={pictures}
      files={files}
      videos={videos}
      ref={useBlockOfAddress()}
    />
  )
}
