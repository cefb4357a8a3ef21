import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '#web/platform/router/router.tsx'
import './landing.css'

/** Begins a section with its title, a sentence and a link to more. */
export const SectionHead = ({
  id,
  title,
  text,
  link,
  className = 'ap-section-head',
}: {
  id?: string
  title: string
  text: string
  link?: { to: string; label: string }
  className?: string
}) => (
  <div className={className}>
    <div>
      <h2 className="ap-h2" id={id}>
        {title}
      </h2>
      <p className="landing-quiet">{text}</p>
    </div>
    {link ? (
      <LinkButton as={Link} to={link.to} iconEnd="arrow-right">
        {link.label}
      </LinkButton>
    ) : null}
  </div>
)

/** Names the money-back promise of a list of facts. */
export const GuaranteeFact = ({ text }: { text: { guarantee: string; guaranteeCondition: string } }) => (
  <li>
    <Icon name="undo" />
    <span>
      <span>{text.guarantee}</span> <small>{text.guaranteeCondition}</small>
    </span>
  </li>
)
