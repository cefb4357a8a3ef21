import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { StepList } from './section-parts.tsx'
import { businessMessages } from '../messages/business.en.ts'
import './landing.css'

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
            <PartnerLinks />
          </div>
        </div>
        <section className="business-start" aria-labelledby="how-you-begin">
          <h2 className="ap-h4" id="how-you-begin">
            {text.start}
          </h2>
          <StepList steps={steps} />
        </section>
      </div>
    </section>
  )
}

export function PartnerLinks() {
  const text = useText(businessMessages)
  return (
    <>
      <LinkButton as={Link} to="/admin/register" variant="primary" size="lg">
        {text.becomePartner}
      </LinkButton>
      <LinkButton as={Link} to="/login" size="lg">
        {text.partnerLogin}
      </LinkButton>
    </>
  )
}
