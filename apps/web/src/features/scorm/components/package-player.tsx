import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { isActivityDone } from '@apogee/contracts/scorm/activity-results.ts'
import { packageSandbox } from '@apogee/contracts/scorm/package-sandbox.ts'
import type { PackageActivity, PackageLaunch } from '@apogee/contracts/scorm/scorm.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { fullscreenIcon, replayIcon } from '@apogee/ui/player/player-icons.ts'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SavedHere } from '#web/platform/outbox/saved-here.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { scormMessages } from '../messages/scorm.en.ts'
import { sendEarlierReports } from '../late-report.ts'
import { usePackageTrouble } from '../use-package-trouble.ts'
import { usePackageReports, type Reached } from '../use-package-reports.ts'
import './package-player.css'

interface PackagePlayerProps {
  resource: CourseResource
  onCompleted: () => void
}

/**
 * Plays a SCORM package in a frame that has an origin of its own for this launch, or no origin. The resource's id must be the key.
 */
export function PackagePlayer({ resource, onCompleted }: PackagePlayerProps) {
  const text = useText(scormMessages)
  const viewer = useViewer()
  const [visit, setVisit] = useState(0)
  const launch = useQuery({
    queryKey: ['package-launch', resource.id, viewer, visit],
    // Each visit opens a new launch that resumes where the last one ended, so pending reports are sent first.
    async queryFn() {
      if (typeof viewer === 'number') await sendEarlierReports(viewer, resource.id)
      return call('launchPackage', { params: { id: resource.id } })
    },
    staleTime: 'static',
    gcTime: 0,
  })
  return (
    <LoadStates query={launch} skeleton={<Skeleton shape="cover" />} failed={text.loadFailed}>
      {({ data }) => (
        <OpenPackage
          key={data.launch}
          resource={resource}
          onCompleted={onCompleted}
          launch={data}
          onAgain={() => setVisit(visit + 1)}
        />
      )}
    </LoadStates>
  )
}

/** Returns the first unfinished activity, or the first activity when all are finished. */
const startOf = (activities: readonly PackageActivity[]): PackageActivity | undefined =>
  activities.find((activity) => activity.isReporting && !isActivityDone(activity)) ?? activities[0]

function OpenPackage({
  resource,
  onCompleted,
  launch,
  onAgain,
}: PackagePlayerProps & { launch: PackageLaunch; onAgain: () => void }) {
  const text = useText(scormMessages)
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  // Holds what the frame has loaded, because a document or a picture, unlike a web page, sends no message when it opens.
  const [loaded, setLoaded] = useState<string | null>(null)
  const [shown, setShown] = useState(() => startOf(launch.activities)?.identifier)
  const reports = usePackageReports(frame, {
    resourceId: resource.id,
    launch,
    onCompleted: () => {
      if (!resource.progress?.completed) onCompleted()
    },
  })
  const activities = launch.activities.map((activity) => ({
    ...activity,
    ...reports.reached[activity.identifier],
  }))
  const activity = activities.find(({ identifier }) => identifier === shown)
  const troubles = usePackageTrouble(frame, { resourceId: resource.id, launch, shown: activity?.identifier })
  const isBlocked = useIsBlocked(activity?.address)
  if (!activity) return null
  const canFill = 'requestFullscreen' in HTMLElement.prototype
  return (
    <section className="package-player" aria-label={resource.title}>
      {launch.isRecorded ? null : <Notice tone="info">{text.notRecorded}</Notice>}
      {troubles.has('silent') && !launch.isRecorded ? (
        <Notice tone="warning">{text.silentHere}</Notice>
      ) : null}
      {troubles.has('error') && !launch.isRecorded ? <Notice tone="warning">{text.errorHere}</Notice> : null}
      {reports.isOvertaken ? (
        <StoppedNotice text={text.overtaken} action={text.openAgain} onPress={onAgain} />
      ) : null}
      {isBlocked ? (
        <StoppedNotice text={text.outOfDate} action={text.reload} onPress={() => location.reload()} />
      ) : null}
      {activities.length > 1 ? (
        <Parts activities={activities} shown={activity.identifier} onShow={setShown} />
      ) : null}
      <div className="package-frame" ref={box}>
        <iframe
          key={activity.identifier}
          ref={frame}
          title={activity.title || resource.title}
          src={activity.address}
          sandbox={launch.hasOrigin ? packageSandbox.own : packageSandbox.none}
          allow="fullscreen; autoplay"
          onLoad={() => setLoaded(activity.identifier)}
        />
        {[reports.opened, loaded].includes(activity.identifier) ? null : (
          <Opening key={`opening ${activity.identifier}`} onAgain={onAgain} />
        )}
      </div>
      <div className="package-line">
        <div className="package-result" role="status">
          {activity.isReporting && launch.isRecorded ? <Result {...activity} /> : null}
          {reports.isWaiting ? <SavedHere /> : null}
        </div>
        {canFill ? (
          <Button
            variant="quiet"
            size="sm"
            icon={fullscreenIcon}
            onClick={() => void box.current?.requestFullscreen()}
          >
            {text.fullScreen}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** Says that the package has stopped in this page, and offers to restart it. */
const StoppedNotice = ({ text, action, onPress }: { text: string; action: string; onPress: () => void }) => (
  <Notice tone="warning">
    {text}{' '}
    <Button variant="quiet" size="sm" icon={replayIcon} onClick={onPress}>
      {action}
    </Button>
  </Notice>
)

/**
 * Returns whether the page's content security policy blocks the frame. A page that was loaded before packages had their own host
 * does not list it.
 */
function useIsBlocked(address = ''): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useLayoutEffect(() => {
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      const { origin } = new URL(address, location.href)
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [address])
  return isBlocked
}

function Parts({
  activities,
  shown,
  onShow,
}: {
  activities: readonly PackageActivity[]
  shown: string
  onShow: (identifier: string) => void
}) {
  const text = useText(scormMessages)
  return (
    <nav aria-label={text.parts}>
      <ol className="package-parts">
        {activities.map((activity, place) => (
          <li key={activity.identifier}>
            <button
              type="button"
              aria-current={activity.identifier === shown ? 'step' : undefined}
              onClick={() => onShow(activity.identifier)}
            >
              {text.part(place + 1, activity.title)}
              {isActivityDone(activity) ? (
                <>
                  <Icon name="check" size="sm" />
                  <span className="vh">{text.partDone}</span>
                </>
              ) : null}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Shows the result of the activity. SCORM scores reach down to -1; a negative score shows no percentage. */
function Result({ isCompleted, isPassed, score }: Reached) {
  const text = useText(scormMessages)
  const state =
    isPassed === true
      ? text.passed
      : isPassed === false
        ? text.failed
        : isCompleted === true
          ? text.done
          : isCompleted === false
            ? text.begun
            : null
  return (
    <>
      {score !== null && score >= 0 ? <span>{text.score(Math.round(score * 100))}</span> : null}
      {state === null ? null : <span>{state}</span>}
    </>
  )
}

const slowMs = 10_000

function Opening({ onAgain }: { onAgain: () => void }) {
  const text = useText(scormMessages)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="package-wait" role="status">
      <p>{isSlow ? text.slow : text.opening}</p>
      {isSlow ? (
        <Button variant="secondary" size="sm" icon={replayIcon} onClick={onAgain}>
          {text.openAgain}
        </Button>
      ) : null}
    </div>
  )
}
