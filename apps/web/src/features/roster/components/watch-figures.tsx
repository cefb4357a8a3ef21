import './watch-figures.css'
import type { CourseFigures, WatchFigures as Figures } from '@apogee/contracts/roster/course-figures.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockLength } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { watchFiguresQuery } from '../api/course-figures.ts'
import { watchFiguresMessages } from '../messages/watch-figures.en.ts'

/** Shows which parts of a video its learners watched. `from` is the first day of their enrolment; null means all learners. */
export function WatchFigures({ videos, from }: { videos: CourseFigures['lessons']; from: string | null }) {
  const text = useText(watchFiguresMessages)
  const [chosen, setChosen] = useState(videos[0]?.id ?? 0)
  const video = videos.find(({ id }) => id === chosen) ?? videos[0]
  if (!video) return null
  return (
    <section className="ap-panel watch-figures" data-padded="" aria-labelledby="watching-heading">
      <h2 className="ap-h3" id="watching-heading">
        {text.title}
      </h2>
      <Select
        label={text.video}
        options={videos.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(video.id)}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      <Watching key={video.id} resourceId={video.id} from={from} />
    </section>
  )
}

function Watching({ resourceId, from }: { resourceId: number; from: string | null }) {
  const text = useText(watchFiguresMessages)
  const query = useQuery(watchFiguresQuery(resourceId, useViewer(), from))
  return (
    <LoadStates query={query} skeleton={<Skeleton shape="block" />} failed={text.loadFailed}>
      {({ data }) =>
        data.viewers === 0 ? (
          <p className="text-secondary">{data.seconds === null ? text.noLength : text.nobody}</p>
        ) : (
          <>
            <p className="text-sm text-secondary">{text.viewers(data.viewers)}</p>
            <Curve figures={data} />
            <Leaves figures={data} />
          </>
        )
      }
    </LoadStates>
  )
}

const size = { width: 600, height: 160 }

/** Draws viewers over the length of the video as a step curve, and lists times and numbers for screen readers. */
function Curve({ figures: { parts, viewers, seconds } }: { figures: Figures }) {
  const text = useText(watchFiguresMessages)
  const length = seconds ?? 0
  const x = (second: number) => (second / length) * size.width
  const y = (count: number) => size.height - (count / viewers) * size.height
  const steps = parts.map((part) => `H${x(part.from)}V${y(part.viewers)}H${x(part.to)}`).join('')
  return (
    <figure>
      <svg
        className="watch-curve"
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d={`M0 ${size.height}${steps}V${size.height}Z`} />
      </svg>
      <div className="watch-curve-times" aria-hidden="true">
        {[0, length / 2, length].map((second) => (
          <span key={second}>{clockLength(Math.floor(second))}</span>
        ))}
      </div>
      <ol className="vh" aria-label={text.title}>
        {parts.map((part) => (
          <li key={part.from}>{text.told(clockLength(Math.floor(part.from)), part.viewers)}</li>
        ))}
      </ol>
    </figure>
  )
}

function Leaves({ figures: { leaves, resourceId, courseContentId } }: { figures: Figures }) {
  const text = useText(watchFiguresMessages)
  if (leaves.length === 0) return <p className="text-sm text-secondary">{text.noLeaves}</p>
  return (
    <div>
      <h3 className="font-semibold">{text.leaves}</h3>
      <ul className="watch-leaves">
        {leaves.map(({ at, lost }) => (
          <li key={at}>
            <Link
              className="ap-link"
              to={`/lesson/${courseContentId}/resources/${resourceId}?t=${Math.floor(at)}`}
            >
              {clockLength(Math.floor(at))}
            </Link>{' '}
            {text.lost(figure(lost))}
          </li>
        ))}
      </ul>
    </div>
  )
}
