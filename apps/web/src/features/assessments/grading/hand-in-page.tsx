import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Head } from '#web/platform/page/head.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { gradingMessages } from '../messages/grading.en.ts'
import { GradeForm } from './grade-form.tsx'
import { handInQuery } from './hand-ins-api.ts'
import './grading.css'

/** Shows the answers of one attempt that a person grades, and the form for the grades. */
export function HandInPage({ courseId, attemptId }: { courseId: number; attemptId: number }) {
  const text = useText(gradingMessages)
  const query = useQuery(handInQuery(courseId, attemptId, useViewer()))
  const data = query.data?.data
  const learner = data ? (data.name ?? data.email) : text.handIn
  return (
    <div className="ap-wrap grading">
      <Head title={learner} />
      <header className="grading-head">
        <Breadcrumb
          as={Link}
          label={text.breadcrumb}
          places={[[`/course/${courseId}/hand-ins`, text.title]]}
          current={learner}
        />
        <h1 className="ap-h2">{learner}</h1>
        {data ? (
          <p className="text-secondary">
            {text.attemptAt(data.assessmentTitle, data.number)}{' '}
            {data.isLate ? <Badge tone="warning">{text.isLate}</Badge> : null}
          </p>
        ) : null}
      </header>
      <LoadStates query={query} skeleton={<SkeletonRows count={5} />} failed={text.handInFailed}>
        {({ data: read }) => (
          <GradeForm
            key={`${read.attemptId}/${read.seen}`}
            courseId={courseId}
            read={read}
            onReload={() => void query.refetch()}
          />
        )}
      </LoadStates>
    </div>
  )
}
