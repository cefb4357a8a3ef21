import { Badge } from '@apogee/ui/badge.tsx'
import { Icon, type IconName } from '@apogee/ui/icon.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Link } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { businessMessages } from './business-messages.en.ts'

export function BusinessHero() {
  const text = useText(businessMessages)
  return (
    <section className="ap-section business-hero">
      <div className="ap-wrap">
        <h1 className="ap-h0">{text.headline}</h1>
        <p className="ap-lead">{text.lead}</p>
        <div className="landing-actions">
          <LinkButton as={Link} to="/admin/register" variant="primary" size="lg">
            {text.becomePartner}
          </LinkButton>
          <LinkButton as={Link} to="/login" size="lg">
            {text.partnerLogin}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

export function Features() {
  const text = useText(businessMessages)
  const features: [IconName, string, string][] = [
    ['card', text.sell, text.sellText],
    ['bank', text.paid, text.paidText],
    ['link', text.share, text.shareText],
    ['lock', text.privacy, text.privacyText],
    ['video', text.lessons, text.lessonsText],
    ['users', text.progress, text.progressText],
  ]
  return (
    <section className="ap-section" data-band="" id="features">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <h2 className="ap-h2">{text.features}</h2>
        </div>
        <ul className="business-features">
          {features.map(([icon, title, explanation]) => (
            <li key={title}>
              <Icon name={icon} size="lg" />
              <h3 className="ap-h4">{title}</h3>
              <p>{explanation}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Shown as specified; no plan limits what a business may do here (design §3). */
export function Pricing() {
  const text = useText(businessMessages)
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
    <section className="ap-section" id="pricing">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <div>
            <h2 className="ap-h2">{text.pricing}</h2>
            <p className="landing-quiet">{text.pricingLead}</p>
          </div>
        </div>
        <ul className="business-plans">
          {plans.map(({ name, price, monthly, limit, recommended }) => (
            <li key={name} className="ap-panel" data-padded="">
              <div className="business-plan-name">
                <h3 className="ap-h3">{name}</h3>
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
      </div>
    </section>
  )
}
