import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { OrbitArt } from '@apogee/ui/art/orbit-art.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { landingMessages } from '../messages/landing.en.ts'
import './landing.css'

export function Hero() {
  const text = useText(landingMessages)
  return (
    <section className="landing-hero">
      <div className="ap-wrap">
        <div className="landing-copy">
          <h1 className="ap-h0">{text.headline}</h1>
          <p className="ap-lead">{text.lead}</p>
          <div className="landing-actions">
            <LinkButton as={Link} to="/marketplace" variant="primary" size="lg">
              {text.browse}
            </LinkButton>
            <LinkButton as={Link} to="/business" size="lg">
              {text.teachOnApogee}
            </LinkButton>
          </div>
          <ul className="landing-facts">
            <li>
              <Icon name="certificate" /> {text.certificate}
            </li>
            <li>
              <Icon name="undo" />
              <span>
                <span>{text.guarantee}</span> <small>{text.guaranteeCondition}</small>
              </span>
            </li>
            <li>
              <Icon name="clock" /> {text.lifetime}
            </li>
          </ul>
        </div>
        <OrbitArt
          className="ap-orbit landing-orbit"
          label={text.orbitLabel}
          stopLabels={[1, 2, 3].map(text.module)}
          apogeeLabel={text.apogee}
          apogeeHint={text.farthest}
        />
      </div>
    </section>
  )
}

/** Shows a row of real courses; renders nothing without courses. */
export function StartWith({ children }: { children: ReactNode }) {
  const text = useText(landingMessages)
  return (
    <section className="ap-section">
      <div className="ap-wrap">
        <div className="ap-section-head landing-head">
          <div>
            <h2 className="ap-h2">{text.startWith}</h2>
            <p className="landing-quiet">{text.startWithHint}</p>
          </div>
          <LinkButton as={Link} to="/marketplace" iconEnd="arrow-right">
            {text.allCourses}
          </LinkButton>
        </div>
        {children}
      </div>
    </section>
  )
}
