import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import { Link } from '#web/platform/router/router.tsx'
import '@apogee/ui/figures/rows.css'

/** Shows one thing that waits for the learner. A press anywhere on the row opens it. */
export function TodayRow({
  icon,
  title,
  hint,
  to,
}: {
  icon: IconName
  title: string
  hint?: string | undefined
  to: string
}) {
  return (
    <li>
      <Icon name={icon} />
      <span className="min-w-0">
        <Link className="ap-row-link" to={to}>
          {title}
        </Link>
        {hint ? <span className="block text-sm text-secondary">{hint}</span> : null}
      </span>
      <Icon name="arrow-right" size="sm" />
    </li>
  )
}
