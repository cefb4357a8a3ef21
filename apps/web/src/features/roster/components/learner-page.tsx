import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Fragment, Suspense, useState, type ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { LessonProgress } from '#web/shared/course/lesson-progress.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { learnerQuery, type Place } from '../api/roster.ts'
import { rosterMessages } from '../messages/roster.en.ts'
import { AccessActions, AccessEndAction, AccessHistory } from './access-actions.tsx'
import { PlaceFacts, Questions } from './learner-place.tsx'
import { Quizzes } from './learner-quizzes.tsx'
import './roster.css'

const StartAction = lazyWithRetry(async () => (await import('./start-action.tsx')).StartAction)

interface OtherFeatures {
  answersOf: (attempt: Attempt) => ReactNode
  /** Renders the button for a message to a learner with access. */
  write: (learner: LearnerDetail) => ReactNode
  messages: ReactNode
  /** Renders the decision about the chargeback of an order. */
  decide: (orderId: string) => ReactNode
}

export function LearnerPage({ place, ...others }: { place: Place } & OtherFeatures) {
  const text = useText(rosterMessages)
  const { data, error, isPending, refetch } = useQuery({
    ...learnerQuery(place, useViewer()),
    enabled: place.courseId > 0 && place.userId > 0,
  })
  const isMissing =
    place.courseId === 0 || place.userId === 0 || (error instanceof ApiError && error.status === 404)
  if (isMissing)
    return (
      <StatePage
        title={text.learnerNotFound}
        text={text.learnerNotFoundHint}
        back={[`/course/${place.courseId}/people`, text.backToLearners]}
      />
    )
  if (isPending) return <PageLoading title={text.learner} blocks={2} />
  if (!data)
    return <LoadFailurePage title={text.learnerLoadFailed} error={error} onRetry={() => void refetch()} />
  return <Learner place={place} learner={data.data} {...others} />
}

function Learner({
  place,
  learner,
  answersOf,
  write,
  messages,
  decide,
}: { place: Place; learner: LearnerDetail } & OtherFeatures) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  return (
    <div className="ap-wrap roster">
      <LearnerHead
        place={place}
        learner={learner}
        write={learner.removedAt === null ? write(learner) : null}
      />
      {learner.removedAt ? (
        <Notice tone="info">{text.removedNotice(dateInWords(learner.removedAt, language))}</Notice>
      ) : null}
      {learner.accessEndsAt && Date.parse(learner.accessEndsAt) <= now ? (
        <Notice tone="info">{text.endedNotice(dateInWords(learner.accessEndsAt, language))}</Notice>
      ) : null}
      {learner.isWaiting || learner.mayStart ? (
        <Suspense>
          <StartAction place={place} learner={learner} />
        </Suspense>
      ) : null}
      <div className="roster-pair">
        <div>
          <Lessons learner={learner} />
          <Quizzes place={place} learner={learner} answersOf={answersOf} />
          <Questions learner={learner} />
          {messages}
        </div>
        <div>
          <PlaceFacts learner={learner} />
          {learner.orders
            .filter(({ isChargedBack, isReadable }) => isChargedBack && isReadable)
            .map(({ id }) => (
              <Fragment key={id}>{decide(id)}</Fragment>
            ))}
          <AccessHistory learner={learner} />
        </div>
      </div>
    </div>
  )
}

function LearnerHead({ place, learner, write }: { place: Place; learner: LearnerDetail; write: ReactNode }) {
  const text = useText(rosterMessages)
  const called = learner.name ?? text.unnamed
  return (
    <header className="roster-head">
      <Head title={called} />
      <div>
        <Breadcrumb
          as={Link}
          label={called}
          places={[[`/course/${place.courseId}/people`, text.title]]}
          current={called}
        />
        <div className="roster-person">
          <Avatar name={learner.name} image={learner.avatar} size="lg" />
          <div>
            <h1 className="ap-h2">{called}</h1>
            <p className="text-secondary">
              <EmailText email={learner.email} />
            </p>
            <Link className="ap-link text-sm" to={`/studio/people/${place.userId}`}>
              {text.wholePerson}
            </Link>
          </div>
        </div>
      </div>
      <div className="roster-actions">
        {write}
        <LinkButton as="a" href={`mailto:${learner.email}`}>
          {text.write}
        </LinkButton>
        {learner.removedAt === null ? <AccessEndAction place={place} learner={learner} /> : null}
        <AccessActions place={place} learner={learner} />
      </div>
    </header>
  )
}

function Lessons({ learner }: { learner: LearnerDetail }) {
  const text = useText(rosterMessages)
  const { completedLessons, totalLessons, modules, name } = learner
  const done = text.lessonsDone(completedLessons, totalLessons)
  return (
    <Panel id="lessons-heading" title={text.lessons} lead={done}>
      {totalLessons === 0 ? null : (
        <LessonProgress
          className="mt-3"
          lessons={learner}
          label={text.progressOf(name ?? text.unnamed)}
          valueText={done}
        />
      )}
      {modules.length === 0 ? <p className="mt-3 text-secondary">{text.noLessons}</p> : null}
      {modules.map((module) => (
        <section key={module.id} className="roster-module" aria-labelledby={`module-${module.id}`}>
          <h3 className="ap-h4" id={`module-${module.id}`}>
            {module.title}
          </h3>
          <ul className="roster-list">
            {module.lessons.map((lesson) => (
              <li key={lesson.id}>
                <span>{lesson.title}</span>
                <LessonState lesson={lesson} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}

function LessonState({ lesson }: { lesson: LearnerDetail['modules'][number]['lessons'][number] }) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  const { completedAt, watchedPercent } = lesson
  const watched = watchedPercent === null || watchedPercent === 0 ? null : text.watched(watchedPercent)
  const state = completedAt ? `${text.lessonCompleted}, ${dateInWords(completedAt, language)}` : null
  return (
    <span className="roster-aside">
      {[state, watched].filter((part) => part !== null).join(' · ') || text.notOpened}
    </span>
  )
}
