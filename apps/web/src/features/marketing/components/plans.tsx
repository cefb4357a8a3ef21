import { Badge } from '@apogee/ui/badge.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { plansMessages } from '../messages/plans.en.ts'
import './landing.css'

/** Shows the specified plans; no plan limits a business (docs/product-choices.md#buying). */
export function Plans({ as: Heading }: { as: 'h2' | 'h3' }) {
  const text = useText(plansMessages)
  const plans = [
    { name: text.basic, price: text.basicPrice, monthly: true, limit: text.basicLimit, recommended: false },
    {
      name: text.professional,
      price: text.professionalPrice,
      monthly: true,
      limit: text.professionalLimit,
      recommended: true,
    },
    {
      name: text.enterprise,
      price: text.enterprisePrice,
      monthly: false,
      limit: text.enterpriseLimit,
      recommended: false,
    },
  ]
  return (
    <ul className="business-plans">
      {plans.map(({ name, price, monthly, limit, recommended }) => (
        <li key={name} className="ap-panel" data-padded="">
          <div className="business-plan-name">
            <Heading className="ap-h3">{name}</Heading>
            {recommended ? <Badge tone="info">{text.recommended}</Badge> : null}
          </div>
          <p className="business-plan-price">
            {price}
            {monthly ? <small>{text.perMonth}</small> : null}
          </p>
          <p>{limit}</p>
          <LinkButton as={Link} to="/contact" variant={recommended ? 'primary' : 'secondary'} block>
            {text.contactUs}
            <span className="vh">: {name}</span>
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** Lists what each course includes, regardless of its seller (docs/specification.md#9-business-constants-and-limits). */
export function PlanFacts() {
  const text = useText(plansMessages)
  return (
    <div className="business-facts">
      <p>{text.everyCourse}</p>
      <ul className="landing-facts">
        <li>
          <Icon name="undo" />
          <span>
            <span>{text.guarantee}</span> <small>{text.guaranteeCondition}</small>
          </span>
        </li>
        <li>
          <Icon name="clock" /> {text.lifetime}
        </li>
        <li>
          <Icon name="certificate" /> {text.certificate}
        </li>
      </ul>
    </div>
  )
}
