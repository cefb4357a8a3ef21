import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Loading, Skeleton } from '@apogee/ui/skeleton.tsx'
import { ErrorState } from '@apogee/ui/state.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { Head } from '#web/platform/head.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session.tsx'
import { quizEditQuery } from './quiz-edit-query.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { QuizEditing } from './quiz-editing.tsx'
import './quiz-editor.css'

/** A quiz for its authors. Ids are 0 for an address that names none. */
export function QuizEditPage({ courseId, resourceId }: { courseId: number; resourceId: number }) {
  const text = useText(quizEditorMessages)
  const common = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(quizEditQuery(resourceId, useViewer()))
  const back = (
    <LinkButton
      as={Link}
      to={courseId > 0 ? `/course/${courseId}/manage` : '/admin'}
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
      <EditPage title={text.notFound}>
        <ErrorState page titleAs="h1" title={text.notFound} text={text.notFoundHint} action={back} />
      </EditPage>
    )
  }
  if (isPending) {
    return (
      <EditPage title={text.questions}>
        <Loading label={common.loading} className="grid gap-4">
          <Skeleton shape="title" width={40} />
          <Skeleton shape="block" />
        </Loading>
      </EditPage>
    )
  }
  if (!data) {
    return (
      <EditPage title={text.loadFailed}>
        <ErrorState
          page
          titleAs="h1"
          title={text.loadFailed}
          text={failureText(error, text.loadFailed)}
          action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
        />
      </EditPage>
    )
  }
  return (
    <EditPage title={text.quizOf(data.data.title)}>
      <QuizEditing key={resourceId} read={data.data} back={back} />
    </EditPage>
  )
}

function EditPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ap-wrap quiz-edit">
      <Head title={title} />
      {children}
    </div>
  )
}
