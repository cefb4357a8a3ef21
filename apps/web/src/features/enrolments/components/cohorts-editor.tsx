import type { Cohort } from '@apogee/contracts/enrolments/cohorts.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { pencilIcon, usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { ConfirmStep } from '#web/platform/forms/form-dialog.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { cohortsQuery, useCohortWrite } from '../api/cohorts.ts'
import { cohortsMessages } from '../messages/cohorts.en.ts'
import './cohorts.css'

const CohortDialog = lazyOnPress(async () => (await import('./cohort-dialog.tsx')).CohortDialog)

type Open = { step: 'add' } | { step: 'edit' | 'duplicate' | 'remove'; cohort: Cohort } | null

interface ListProps {
  courseId: number
  onOpen: (open: Open) => void
}

/** Lists the cohorts of a course for its people: the upcoming and running ones first. */
export function CohortsEditor({ courseId }: { courseId: number }) {
  const text = useText(cohortsMessages)
  const query = useQuery(cohortsQuery(courseId, useViewer()))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <section className="cohorts" aria-labelledby="cohorts-title">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="cohorts-lead">
          <h2 className="ap-h3" id="cohorts-title">
            {text.title}
          </h2>
          <p className="text-secondary">{text.lead}</p>
        </div>
        <Button icon="plus" variant="primary" onClick={() => setOpen({ step: 'add' })}>
          {text.add}
        </Button>
      </div>
      <LoadStates query={query} skeleton={<SkeletonRows count={3} />} failed={text.loadFailed}>
        {({ data }) => <CohortLists courseId={courseId} {...data} onOpen={setOpen} />}
      </LoadStates>
      {open?.step === 'add' ? <CohortDialog courseId={courseId} cohort={null} onClose={close} /> : null}
      {open?.step === 'edit' || open?.step === 'duplicate' ? (
        <CohortDialog
          courseId={courseId}
          cohort={open.cohort}
          isDuplicate={open.step === 'duplicate'}
          onClose={close}
        />
      ) : null}
      {open?.step === 'remove' ? (
        <RemoveCohort courseId={courseId} cohort={open.cohort} onClose={close} />
      ) : null}
    </section>
  )
}

function CohortLists({
  cohorts,
  selfPaced,
  ...list
}: ListProps & { cohorts: readonly Cohort[]; selfPaced: boolean }) {
  const text = useText(cohortsMessages)
  if (cohorts.length === 0) return <EmptyState titleAs="h3" title={text.none} text={text.noneHint} />
  const past = cohorts.filter(({ state }) => state === 'past').toReversed()
  const coming = cohorts.filter(({ state }) => state !== 'past')
  return (
    <>
      <SelfPaced courseId={list.courseId} selfPaced={selfPaced} />
      {coming.length > 0 ? <CohortRows {...list} cohorts={coming} /> : null}
      {past.length > 0 ? (
        <Disclosure title={text.past(past.length)}>
          <CohortRows {...list} cohorts={past} />
        </Disclosure>
      ) : null}
    </>
  )
}

const CohortRows = ({ cohorts, ...list }: ListProps & { cohorts: readonly Cohort[] }) => (
  <ol className="cohorts-list">
    {cohorts.map((cohort) => (
      <li key={cohort.id}>
        <CohortRow {...list} cohort={cohort} />
      </li>
    ))}
  </ol>
)

function CohortRow({ cohort, courseId, onOpen }: ListProps & { cohort: Cohort }) {
  const text = useText(cohortsMessages)
  const language = useLanguage()
  const { id, name, startsOn, endsOn, closesOn, places, members, held, state } = cohort
  const [today] = useState(() => dayInMalaysia(new Date()))
  const day = (on: string) => dateInWords(on, language)
  const isFull = places !== null && members + held >= places
  const over = places === null ? 0 : members - places
  return (
    <article className="cohort">
      <div>
        <h3 className="ap-h4">{name}</h3>
        <p className="cohort-facts">
          <span>{endsOn ? text.ends(day(startsOn), day(endsOn)) : day(startsOn)}</span>
          <span>{closesOn >= today ? text.enrolUntil(day(closesOn)) : text.closed}</span>
          <span>{places === null ? text.learners(members) : text.ofPlaces(members, places)}</span>
          {held > 0 ? <span>{text.held(held)}</span> : null}
        </p>
        {over > 0 ? <p className="cohort-facts">{text.overHint}</p> : null}
      </div>
      <p className="cohort-marks">
        {over > 0 ? (
          <Badge tone="warning">{text.over(over)}</Badge>
        ) : isFull ? (
          <Badge>{text.full}</Badge>
        ) : null}
        {state === 'past' ? null : (
          <Badge tone={state === 'running' ? 'positive' : 'info'}>{text[state]}</Badge>
        )}
      </p>
      <div className="cohort-actions">
        <LinkButton
          as={Link}
          to={`/course/${courseId}/people?cohort=${id}`}
          variant="quiet"
          size="sm"
          icon={usersIcon}
          aria-label={text.peopleOf(name)}
        >
          {text.people}
        </LinkButton>
        <CohortButtons cohort={cohort} onOpen={onOpen} />
      </div>
    </article>
  )
}

function CohortButtons({ cohort, onOpen }: Pick<ListProps, 'onOpen'> & { cohort: Cohort }) {
  const text = useText(cohortsMessages)
  const { name, members, held } = cohort
  const look = { variant: 'quiet', size: 'sm' } as const
  return (
    <>
      <Button
        {...look}
        icon={pencilIcon}
        aria-label={text.editOf(name)}
        onClick={() => onOpen({ step: 'edit', cohort })}
      >
        {text.edit}
      </Button>
      <Button
        {...look}
        icon="plus"
        aria-label={text.duplicateOf(name)}
        onClick={() => onOpen({ step: 'duplicate', cohort })}
      >
        {text.duplicate}
      </Button>
      {members + held === 0 ? (
        <Button
          {...look}
          icon="trash"
          aria-label={text.removeOf(name)}
          onClick={() => onOpen({ step: 'remove', cohort })}
        >
          {text.remove}
        </Button>
      ) : null}
    </>
  )
}

/** Saves immediately when the switch is pressed. */
function SelfPaced({ courseId, selfPaced }: { courseId: number; selfPaced: boolean }) {
  const text = useText(cohortsMessages)
  const notify = useNotify()
  const failureText = useFailureText()
  const { mutate, isPending, variables } = useCohortWrite(courseId, (next: boolean) =>
    call('setSelfPaced', { params: { id: courseId }, body: { selfPaced: next } }),
  )
  return (
    <Checkbox
      label={text.selfPaced}
      hint={text.selfPacedHint}
      checked={isPending ? variables : selfPaced}
      onChange={({ currentTarget }) =>
        mutate(currentTarget.checked, {
          onError: (error) => notify({ tone: 'danger', text: failureText(error, text.selfPacedFailed) }),
        })
      }
    />
  )
}

function RemoveCohort({
  courseId,
  cohort: { id, name },
  onClose,
}: {
  courseId: number
  cohort: Cohort
  onClose: () => void
}) {
  const text = useText(cohortsMessages)
  const step = useCohortWrite(courseId, () =>
    call('removeCohort', { params: { id: courseId, cohortId: id } }),
  )
  return (
    <ConfirmStep
      step={step}
      onClose={onClose}
      title={text.removeTitle(name)}
      text={text.removeText}
      tone="danger"
      action={text.remove}
      busyLabel={text.removing}
      failed={text.removeFailed}
      notice={() => text.removed}
    />
  )
}
