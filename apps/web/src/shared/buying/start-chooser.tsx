/** Chooses the cohort of a course: on its sales page, in the cart and at the checkout. Loads on demand. */
import type { CourseStarts, OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { chooseStart, chosenStarts } from './cohort-choice.ts'
import { call } from '../../platform/transfer/client.ts'
import { dateInWords } from '../../platform/language/dates.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useLanguage } from '../../platform/language/preferences.tsx'
import { useStore } from '../../platform/session/store.ts'
import { useViewer, type Viewer } from '../../platform/session/session.tsx'
import { shownInPanel } from './shown-in-panel.ts'
import { ShownStart } from './shown-start.ts'
import { startLabels } from './start-labels.ts'
import { startsMessages } from './start-messages.en.ts'

const startsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['starts', courseId, viewer],
    queryFn: async ({ signal }) => (await call('readStarts', { params: { id: courseId }, signal })).data,
    // Each purchase changes the number of free places.
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: viewer !== 'unknown',
  })

/** Returns the days of a cohort: `12 Jan 2027 – 6 Mar 2027`, or `from 12 Jan 2027`. */
export function useStartDates() {
  const text = useText(startsMessages)
  const language = useLanguage()
  return ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }): string => {
    const start = dateInWords(startsOn, language)
    return endsOn ? text.ends(start, dateInWords(endsOn, language)) : text.from(start)
  }
}

type Problem = 'full' | 'closed' | 'changed'

/**
 * Returns the result of a press: a cohort, or null to begin without one. A chosen cohort that is unavailable gives a `problem` and
 * no replacement. Without a choice, returns the first open cohort.
 */
function current(
  { starts, selfPaced, isOwn }: CourseStarts,
  picked: number | null | undefined,
): { start?: OfferedStart | null; problem?: Problem } {
  // A start that was chosen for an earlier purchase does not apply to this one.
  if (isOwn) return { start: null }
  const first = starts.find(({ isFull }) => !isFull)
  if (typeof picked === 'number') {
    const start = starts.find(({ id }) => id === picked)
    return start && !start.isFull ? { start } : { problem: start ? 'full' : 'closed' }
  }
  if (first) return picked === null ? { problem: 'changed' } : { start: first }
  return selfPaced ? { start: null } : {}
}

/**
 * Renders the choice of a start with `children`, the buttons, below it. If the course cannot be bought, it renders the reason
 * instead of the buttons. With `isRow`, the choice is omitted, because it stands elsewhere on the page.
 */
export function StartGate({
  courseId,
  isRow = false,
  children,
}: {
  courseId: number
  isRow?: boolean
  children: ReactNode
}) {
  const query = useQuery(startsQuery(courseId, useViewer()))
  const chosen = useStore(chosenStarts).get(courseId)
  const shown = useStore(shownInPanel).get(courseId)
  const { start, problem } = query.data ? current(query.data, chosen === undefined ? shown : chosen) : {}
  usePanel(courseId, isRow, start)
  if (query.isPending) return <Skeleton shape="button" />
  if (!query.data) return <LoadFailed onRetry={() => void query.refetch()} />
  const id = start && start.id
  // A row does not name the start, so that its buttons may only take the one that the panel shows.
  const isNamed = id !== undefined && (!isRow || id === shown)
  const buttons = isNamed ? <ShownStart value={id}>{children}</ShownStart> : null
  if (isRow) return buttons
  return (
    <>
      <div data-start="">
        {problem ? <Lost problem={problem} /> : null}
        <Starts courseId={courseId} start={start} {...query.data} />
      </div>
      {buttons}
    </>
  )
}

/**
 * Remembers the start that the panel shows, so that the page never exchanges it for another one without a press, and shows it in the
 * phone's bar.
 */
function usePanel(courseId: number, isRow: boolean, start: OfferedStart | null | undefined): void {
  const text = useText(startsMessages)
  const language = useLanguage()
  const id = start && start.id
  const label = start ? text.begins(dateInWords(start.startsOn, language)) : ''
  useEffect(() => {
    if (isRow || id === undefined) return
    shownInPanel.setState(new Map([...shownInPanel.getState(), [courseId, id]]))
    startLabels.setState(new Map([...startLabels.getState(), [courseId, label]]))
  }, [courseId, id, isRow, label])
  useEffect(() => {
    if (isRow) return
    return () =>
      shownInPanel.setState(new Map([...shownInPanel.getState()].filter(([of]) => of !== courseId)))
  }, [courseId, isRow])
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const text = useText(startsMessages)
  const { tryAgain } = useText(platformMessages)
  return (
    <Notice tone="warning" quiet>
      {text.loadFailed}{' '}
      <Button variant="quiet" size="sm" onClick={onRetry}>
        {tryAgain}
      </Button>
    </Notice>
  )
}

const lostTexts = { full: 'lostFull', closed: 'lostClosed', changed: 'lostWithoutCohort' } as const

function Lost({ problem }: { problem: Problem }) {
  const text = useText(startsMessages)
  return (
    <p className="text-sm text-warning" role="status">
      {text[lostTexts[problem]]}
    </p>
  )
}

/**
 * `start` is the marked option; null means that the person begins without a cohort. If the cohort has become unavailable, a press
 * is needed even for the marked option.
 */
function Starts({
  courseId,
  starts,
  selfPaced,
  start: marked,
}: CourseStarts & { courseId: number; start: OfferedStart | null | undefined }) {
  const text = useText(startsMessages)
  const about = useStartDetails()
  const isAnnounced = starts.length > 0
  const hasOpen = starts.some(({ isFull }) => !isFull)
  const mayBeginWithoutCohort = !hasOpen && selfPaced
  // Once the option to begin without a cohort was offered, it stays, because it may have the focus.
  const [isOffered, setOffered] = useState(false)
  if (mayBeginWithoutCohort && marked === undefined && !isOffered) setOffered(true)
  const options = starts.map((start) => ({
    value: String(start.id),
    label: start.name,
    hint: about(start),
    disabled: start.isFull,
  }))
  const withoutCohort = { value: 'without-cohort', label: text.beginWithoutCohort }
  const offersWithoutCohort = mayBeginWithoutCohort && isOffered
  return (
    <>
      {isAnnounced || offersWithoutCohort ? (
        <RadioGroup
          legend={text.legend}
          layout="rows"
          value={
            marked ? String(marked.id) : marked === null && offersWithoutCohort ? withoutCohort.value : null
          }
          options={offersWithoutCohort ? [...options, withoutCohort] : options}
          onChange={(value) => chooseStart(courseId, value === withoutCohort.value ? null : Number(value))}
        />
      ) : null}
      {hasOpen || offersWithoutCohort ? null : selfPaced ? (
        <p>{text.withoutCohort}</p>
      ) : (
        <Notice tone="info" quiet>
          <b>{isAnnounced ? text.allFull : text.notAnnounced}</b>{' '}
          {isAnnounced ? `${text.notAnnounced}.` : text.notAnnouncedHint}
        </Notice>
      )}
    </>
  )
}

/** Returns the days of a cohort, its booking deadline, and its free places if few remain. */
function useStartDetails(): (start: OfferedStart) => string {
  const text = useText(startsMessages)
  const language = useLanguage()
  const dates = useStartDates()
  return (start) => {
    const until =
      start.closesOn < start.startsOn ? [text.enrolUntil(dateInWords(start.closesOn, language))] : []
    const left = start.placesLeft !== null && !start.isFull ? [text.placesLeft(start.placesLeft)] : []
    return [dates(start), ...(start.isFull ? [text.full] : [...until, ...left])].join(' · ')
  }
}

/** Explains in the cart and at the checkout why the chosen cohort is unavailable, and offers the choice again. */
export function LostStart({ courseId, problem }: { courseId: number; problem: Problem }) {
  const query = useQuery(startsQuery(courseId, useViewer()))
  const queries = useQueryClient()
  const chosen = useStore(chosenStarts).get(courseId)
  const { start } = query.data && chosen !== undefined ? current(query.data, chosen) : {}
  const id = start && start.id
  useEffect(() => {
    // The chosen cohort is available, although the cart's quote says otherwise, so the quote is outdated.
    if (id !== undefined) void queries.invalidateQueries({ queryKey: ['quote'] })
  }, [id, query.dataUpdatedAt, queries])
  return (
    <div className="mt-2 grid gap-2">
      <Lost problem={problem} />
      {query.data ? (
        <Starts courseId={courseId} start={start} {...query.data} />
      ) : query.isPending ? (
        <Skeleton shape="line" />
      ) : (
        <LoadFailed onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

/** Names the start that a purchase would take; without a cohort the course begins immediately. */
export function NamedStart({
  start,
}: {
  start: { name: string; startsOn: string; endsOn: string | null } | undefined
}) {
  const text = useText(startsMessages)
  const dates = useStartDates()
  return start ? text.starts(start.name, dates(start)) : text.withoutCohort
}
