/** Choosing the start of a course with cohorts: on its sales page, in the cart and at the checkout. Loaded on demand. */
import type { CourseStarts, OfferedStart } from '@apogee/contracts/enrolments/cohorts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { RadioGroup } from '@apogee/ui/radio-group.tsx'
import { Skeleton } from '@apogee/ui/skeleton.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { chooseStart, useChosenStart } from './chosen-starts.ts'
import { call } from './client.ts'
import { dateInWords } from './dates.ts'
import { platformMessages } from './messages.en.ts'
import { useText } from './messages.ts'
import { useLanguage } from './preferences.tsx'
import { useViewer, type Viewer } from './session.tsx'
import { startLabels } from './start-labels.ts'
import { startsMessages } from './start-messages.en.ts'

const startsQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['starts', courseId, viewer],
    queryFn: async ({ signal }) => (await call('readStarts', { params: { id: courseId }, signal })).data,
    // Places change with each purchase.
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: viewer !== 'unknown',
  })

/** The days of a start: `12 Jan 2027 – 6 Mar 2027`, or `from 12 Jan 2027`. */
export function useStartDates() {
  const text = useText(startsMessages)
  const language = useLanguage()
  return ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }): string => {
    const start = dateInWords(startsOn, language)
    return endsOn ? text.ends(start, dateInWords(endsOn, language)) : text.from(start)
  }
}

/** The starts, and the one that is chosen: the first open one, until another one is pressed. `isAsking`: none until then. */
function useStarts(courseId: number, isAsking = false) {
  const query = useQuery(startsQuery(courseId, useViewer()))
  const text = useText(startsMessages)
  const language = useLanguage()
  const dates = useStartDates()
  const chosen = useChosenStart(courseId)
  const open = query.data?.starts.filter(({ isFull }) => !isFull)
  const current = open?.find(({ id }) => id === chosen) ?? (isAsking ? undefined : open?.[0])
  const isKnown = query.data !== undefined
  const hasOpen = open !== undefined && open.length > 0
  const cohortId = current?.id ?? null
  const label = current ? text.begins(dateInWords(current.startsOn, language)) : ''
  // What is shown as chosen is what a purchase sends.
  useEffect(() => {
    if (!isKnown) return
    if (startLabels.getState().get(courseId) !== label)
      startLabels.setState(new Map([...startLabels.getState(), [courseId, label]]))
    if (isAsking && hasOpen) return
    if (cohortId !== (chosen ?? null)) chooseStart(courseId, cohortId)
  }, [isKnown, isAsking, hasOpen, cohortId, label, chosen, courseId])
  return { query, dates, current }
}

/** `children`, the buttons, below the choice, or the reason why there are none. `isRow`: without the choice, which stands elsewhere. */
export function StartGate({
  courseId,
  isRow = false,
  children,
}: {
  courseId: number
  isRow?: boolean
  children: ReactNode
}) {
  const { query, dates, current } = useStarts(courseId)
  const text = useText(startsMessages)
  const { tryAgain } = useText(platformMessages)
  if (query.isPending) return <Skeleton shape="button" />
  if (!query.data)
    return (
      <Notice tone="warning" quiet>
        {text.loadFailed}{' '}
        <Button variant="quiet" size="sm" onClick={() => void query.refetch()}>
          {tryAgain}
        </Button>
      </Notice>
    )
  const mayEnter = current !== undefined || query.data.selfPaced
  if (isRow) return mayEnter ? children : null
  return (
    <>
      <div data-start="">
        <Starts {...{ courseId, dates, current }} {...query.data} />
      </div>
      {mayEnter ? children : null}
    </>
  )
}

function Starts({
  courseId,
  starts,
  selfPaced,
  dates,
  current,
}: CourseStarts & {
  courseId: number
  dates: (start: OfferedStart) => string
  current: OfferedStart | undefined
}) {
  const text = useText(startsMessages)
  const language = useLanguage()
  const about = (start: OfferedStart): string => {
    const until =
      start.closesOn < start.startsOn ? [text.enrolUntil(dateInWords(start.closesOn, language))] : []
    const left = start.placesLeft !== null && !start.isFull ? [text.placesLeft(start.placesLeft)] : []
    return [dates(start), ...(start.isFull ? [text.full] : [...until, ...left])].join(' · ')
  }
  const isAnnounced = starts.length > 0
  const hasOpen = starts.some(({ isFull }) => !isFull)
  return (
    <>
      {isAnnounced ? (
        <RadioGroup
          legend={text.legend}
          layout="rows"
          value={current ? String(current.id) : null}
          options={starts.map((start) => ({
            value: String(start.id),
            label: start.name,
            hint: about(start),
            disabled: start.isFull,
          }))}
          onChange={(id) => chooseStart(courseId, Number(id))}
        />
      ) : null}
      {hasOpen ? null : selfPaced ? (
        <p>{text.atOnce}</p>
      ) : (
        <Notice tone="info" quiet>
          <b>{isAnnounced ? text.allFull : text.notAnnounced}</b>{' '}
          {isAnnounced ? `${text.notAnnounced}.` : text.notAnnouncedHint}
        </Notice>
      )}
    </>
  )
}

/** In the cart and at the checkout, where the start that was chosen is lost: why, and the choice again, which a press makes. */
export function LostStart({ courseId, problem }: { courseId: number; problem: 'full' | 'closed' }) {
  const text = useText(startsMessages)
  const { query, dates, current } = useStarts(courseId, true)
  return (
    <div className="mt-2 grid gap-2">
      <p className="text-sm text-warning" role="status">
        {problem === 'full' ? text.lostFull : text.lostClosed}
      </p>
      {query.data ? <Starts {...{ courseId, dates, current }} {...query.data} /> : null}
    </div>
  )
}

/** The start that a purchase would take now. */
export function NamedStart({ start }: { start: { name: string; startsOn: string; endsOn: string | null } }) {
  const text = useText(startsMessages)
  const dates = useStartDates()
  return text.starts(start.name, dates(start))
}
