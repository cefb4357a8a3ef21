import type { LessonText as Read } from '@apogee/contracts/courses/lesson-texts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
    // A paused query would be shown as loading, and would hide what is below the text.
    networkMode: 'always',
    queryFn: ({ signal }) => call('readLessonText', { params: { id: resourceId }, signal }),
  })

export function LessonText({ resourceId }: { resourceId: number }) {
  const text = useText(lessonTextMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(lessonTextQuery(resourceId, useViewer()))
  if (isPending) return <AwaitedText />
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

/** A text that takes longer than this, in ms, no longer hides what is below it. */
const patienceMs = 6_000

/** Pages hide what is below this child of theirs (learning.css), until it is late. */
function AwaitedText() {
  const { loading } = useText(platformMessages)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const lines = (
    <Loading label={loading} className="grid gap-4">
      <Skeleton width={100} />
      <Skeleton width={80} />
      <Skeleton width={60} />
    </Loading>
  )
  return isLate ? <div>{lines}</div> : lines
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
