import type { ShownPrerequisite } from '@apogee/contracts/prerequisites/shown-prerequisites.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useText } from '../../platform/language/messages.ts'
import { prerequisiteListMessages } from './prerequisite-list.en.ts'
import { Link } from '../../platform/router/router.tsx'

const placeOf = ({ courseId, percent }: ShownPrerequisite) =>
  percent === undefined ? `/sp/${courseId}/` : `/course/${courseId}`

/** Lists each prerequisite with a link, whether it is required, and the viewer's progress. */
export function PrerequisiteList({ prerequisites }: { prerequisites: readonly ShownPrerequisite[] }) {
  const text = useText(prerequisiteListMessages)
  const stateOf = ({ isCompleted, percent }: ShownPrerequisite) =>
    isCompleted ? text.completed : percent ? text.percentDone(percent) : text.notStarted
  return (
    <ul className="grid gap-3 pb-1 text-sm" aria-label={text.before}>
      {prerequisites.map((one) => (
        <li key={one.courseId} className="flex gap-3">
          <Icon
            className="mt-1"
            name={one.isCompleted ? 'check-circle' : one.isAwaited ? 'lock' : 'star'}
            size="sm"
          />
          <span className="min-w-0">
            <Link className="ap-link" data-standalone="" to={placeOf(one)}>
              {one.title}
            </Link>
            <span className="block text-xs text-secondary">
              {one.isCompleted ? null : `${one.isAwaited ? text.required : text.recommended} · `}
              {stateOf(one)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
