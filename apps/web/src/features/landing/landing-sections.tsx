import type { CatalogueCourse } from '@apogee/contracts/catalogue.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Cover } from '@apogee/ui/cover.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { OrbitArt } from '@apogee/ui/orbit-art.tsx'
import { Price } from '@apogee/ui/price.tsx'
import { Progress } from '@apogee/ui/progress.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import { landingMessages } from './messages.en.ts'

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
              <Icon name="undo" /> {text.guarantee}
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

/** A row of real courses; without any, the section is not there. */
export function StartWith({ children }: { children: ReactNode }) {
  const text = useText(landingMessages)
  return (
    <section className="ap-section">
      <div className="ap-wrap">
        <div className="ap-section-head">
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

/** How learning looks; the figures are an example and say so. */
export function WhereYouAre({ course }: { course: CatalogueCourse | undefined }) {
  const text = useText(landingMessages)
  const steps = [
    [text.stepResume, text.stepResumeText],
    [text.stepComplete, text.stepCompleteText],
    [text.stepFinish, text.stepFinishText],
  ] as const
  return (
    <section className="ap-section" data-band="">
      <div className="ap-wrap landing-split">
        <div>
          <h2 className="ap-h2">{text.whereYouAre}</h2>
          <p className="ap-lead">{text.whereYouAreLead}</p>
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
        </div>
        {course ? (
          <div className="ap-panel" data-clip="">
            <Cover
              shape="plain"
              id={course.id}
              title={course.title}
              category={course.category}
              image={course.image}
            />
            <div className="landing-example">
              <div>
                <h3 className="ap-h3">{course.title}</h3>
                <Badge>{text.example}</Badge>
              </div>
              <Progress value={62} label={text.progressLabel} valueText={text.progressText} craft />
              <p>{text.progressText}</p>
            </div>
          </div>
        ) : null}
      </div>
    </section>
  )
}

/** The creators' side, in the daylight they work in. */
export function TeachSection({ course }: { course: CatalogueCourse | undefined }) {
  const text = useText(landingMessages)
  return (
    <section className="ap-section landing-teach" data-theme="daylight">
      <div className="ap-wrap landing-split">
        <div>
          <h2 className="ap-h2">{text.teachTitle}</h2>
          <p className="ap-lead">{text.teachLead}</p>
          <div className="landing-actions">
            <LinkButton as={Link} to="/admin/register" variant="primary">
              {text.becomePartner}
            </LinkButton>
            <LinkButton as={Link} to="/business#pricing">
              {text.seePlans}
            </LinkButton>
          </div>
        </div>
        {course ? (
          <section className="ap-panel landing-controls" aria-label={text.controlsLabel}>
            <div>
              <b>{course.title}</b>
              <Badge>{text.example}</Badge>
            </div>
            <dl>
              <div>
                <dt>{text.price}</dt>
                <dd>
                  <Price sen={course.price} freeLabel={text.free} />
                </dd>
              </div>
              <div>
                <dt>{text.visibility}</dt>
                <dd>{text.publicCourse}</dd>
              </div>
              <div>
                <dt>{text.salesLink}</dt>
                <dd>
                  <code>{`/course-sales?courseId=${course.id}`}</code>
                </dd>
              </div>
            </dl>
          </section>
        ) : null}
      </div>
    </section>
  )
}
