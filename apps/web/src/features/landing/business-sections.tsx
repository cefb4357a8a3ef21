import { Icon, type IconName } from '@apogee/ui/icon.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { Link } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { businessMessages } from './business-messages.en.ts'
import { PlanFacts, Plans } from './plans.tsx'

export function BusinessHero() {
  const text = useText(businessMessages)
  const steps = [
    [text.stepRegister, text.stepRegisterText],
    [text.stepCreate, text.stepCreateText],
    [text.stepShare, text.stepShareText],
  ] as const
  return (
    <section className="ap-section business-hero">
      <div className="ap-wrap business-split">
        <div>
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
        <section className="business-start" aria-labelledby="how-you-begin">
          <h2 className="ap-h4" id="how-you-begin">
            {text.start}
          </h2>
          <ol className="landing-steps">
            {steps.map(([title, explanation]) => (
              <li key={title}>
                <span className="landing-stop" aria-hidden="true" />
                <div>
                  <b>{title}</b>
                  <p>{explanation}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
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

export function Pricing() {
  const text = useText(businessMessages)
  return (
    <section className="ap-section" id="pricing">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <div>
            <h2 className="ap-h2">{text.pricing}</h2>
            <p className="landing-quiet">{text.pricingLead}</p>
          </div>
          <LinkButton as={Link} to="/pricing" iconEnd="arrow-right">
            {text.pricingExplained}
          </LinkButton>
        </div>
        <Plans as="h3" />
        <PlanFacts />
      </div>
    </section>
  )
}
