/** Renders the creators' page below the first screen; its code loads after the page. */
import { Badge } from '@apogee/ui/badge.tsx'
import { BarChart } from '@apogee/ui/figures/bar-chart.tsx'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import { bankIcon, cardIcon, usersIcon, videoIcon } from '@apogee/ui/icons/more-icons.ts'
import { Price } from '@apogee/ui/figures/price.tsx'
import type { ReactNode } from 'react'
import { useOrigin } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { businessMessages } from '../messages/business.en.ts'
import { PartnerLinks } from './business-sections.tsx'
import { PlanFacts, Plans } from './plans.tsx'
import { ClosingSection, Questions, SectionHead } from './section-parts.tsx'
import './business.css'
import './landing.css'

export function BusinessFurther() {
  return (
    <>
      <Features />
      <MoneyPath />
      <Pricing />
      <Answers />
      <Begin />
    </>
  )
}

function Features() {
  const text = useText(businessMessages)
  const plain: [IconName, string, string][] = [
    [cardIcon, text.sell, text.sellText],
    [videoIcon, text.lessons, text.lessonsText],
    [usersIcon, text.team, text.teamText],
  ]
  return (
    <section className="ap-section ap-below" data-band="" id="features" aria-labelledby="features-title">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <h2 className="ap-h2" id="features-title">
            {text.features}
          </h2>
        </div>
        <ul className="business-shown">
          <Feature title={text.share} text={text.shareText} badge={text.example}>
            <SharedLink />
          </Feature>
          <Feature title={text.privacy} text={text.privacyText} badge={text.example}>
            <PrivatePlaces />
          </Feature>
          <Feature title={text.progress} text={text.progressText} badge={text.sampleData}>
            <BarChart label={text.newLearners} bars={sampleWeeks(text.week)} />
          </Feature>
        </ul>
        <ul className="business-features">
          {plain.map(([icon, title, explanation]) => (
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

const sampleWeeks = (name: (week: number) => string) =>
  [4, 7, 6, 11, 15].map((value, index) => ({ label: name(index + 1), value, text: String(value) }))

function Feature({
  title,
  text,
  badge,
  children,
}: {
  title: string
  text: string
  badge: string
  children: ReactNode
}) {
  return (
    <li>
      <figure className="ap-panel" data-padded="">
        <figcaption>
          <Badge>{badge}</Badge>
        </figcaption>
        {children}
      </figure>
      <h3 className="ap-h4">{title}</h3>
      <p>{text}</p>
    </li>
  )
}

function SharedLink() {
  const text = useText(businessMessages)
  const host = useOrigin().replace(/^https?:\/\//, '')
  return (
    <div className="business-chat">
      <p>{text.chatLine}</p>
      <div>
        <Cover id={14} title={text.chatCourse} category="Business" shape="thumb" />
        <div>
          <b>{text.chatCourse}</b>
          <Price sen={8900} freeLabel="" />
        </div>
      </div>
      <code translate="no">{`${host}/course-sales?courseId=14`}</code>
    </div>
  )
}

function PrivatePlaces() {
  const text = useText(businessMessages)
  const places = [
    ['aina@example.com', text.enrolled, 'check-circle'],
    ['marcus@example.com', text.enrolled, 'check-circle'],
    ['siva@example.com', text.waiting, 'clock'],
  ] as const
  return (
    <ul className="business-places">
      {places.map(([address, outcome, icon]) => (
        <li key={address}>
          <span>{address}</span>
          <span>
            <Icon name={icon} size="sm" /> {outcome}
          </span>
        </li>
      ))}
    </ul>
  )
}

function MoneyPath() {
  const text = useText(businessMessages)
  const stations: [IconName, string, string][] = [
    ['user', text.payerName, text.payerText],
    [cardIcon, text.chipName, text.chipText],
    [bankIcon, text.accountName, text.accountText],
  ]
  return (
    <section className="ap-section ap-below" aria-labelledby="money-path">
      <div className="ap-wrap">
        <SectionHead id="money-path" title={text.paid} text={text.paidText} />
        <ol className="business-path">
          {stations.map(([icon, name, explanation]) => (
            <li key={name}>
              <span aria-hidden="true">
                <Icon name={icon} size="lg" />
              </span>
              <h3 className="ap-h4">{name}</h3>
              <p>{explanation}</p>
            </li>
          ))}
        </ol>
        <p className="business-beside">
          <Icon name="check-circle" /> {text.apogeeBeside}
        </p>
        <p className="landing-quiet">{text.severalSellers}</p>
      </div>
    </section>
  )
}

function Pricing() {
  const text = useText(businessMessages)
  return (
    <section className="ap-section ap-below" data-band="" id="pricing">
      <div className="ap-wrap">
        <SectionHead
          title={text.pricing}
          text={text.pricingLead}
          link={{ to: '/pricing', label: text.pricingExplained }}
        />
        <Plans as="h3" />
        <PlanFacts />
      </div>
    </section>
  )
}

/** Answers questions about registration and data protection. */
function Answers() {
  const text = useText(businessMessages)
  const questions = [
    [text.askStart, text.answerStart],
    [text.askChip, text.answerChip],
    [text.askTeam, text.answerTeam],
    [text.askUpload, text.answerUpload],
    [text.askRefund, text.answerRefund],
    [text.askStop, text.answerStop],
  ] as const
  const facts = [
    text.safeCards,
    text.safeKeys,
    text.safeFiles,
    text.safePrivate,
    text.safeSessions,
    text.safeExport,
  ]
  return (
    <section className="ap-section ap-below" aria-labelledby="business-questions">
      <div className="ap-wrap business-answers">
        <div>
          <h2 className="ap-h2" id="business-questions">
            {text.questions}
          </h2>
          <div className="business-asked">
            <Questions answers={questions} />
          </div>
        </div>
        <section aria-labelledby="business-safety">
          <h2 className="ap-h3" id="business-safety">
            {text.safety}
          </h2>
          <ul className="business-safe">
            {facts.map((fact) => (
              <li key={fact}>
                <Icon name="lock" size="sm" /> <span>{fact}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  )
}

function Begin() {
  const text = useText(businessMessages)
  return (
    <ClosingSection title={text.begin} text={text.beginText}>
      <PartnerLinks />
    </ClosingSection>
  )
}
