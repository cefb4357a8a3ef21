/** Provides sections that the landing page and the creators' page share. */
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import './landing.css'

export function StepList({ steps }: { steps: readonly (readonly [title: string, explanation: string])[] }) {
  return (
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
  )
}

export const Questions = ({
  answers,
}: {
  answers: readonly (readonly [question: string, answer: string])[]
}) =>
  answers.map(([question, answer]) => (
    <Disclosure key={question} title={question}>
      <p>{answer}</p>
    </Disclosure>
  ))

export function ClosingSection({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <section className="ap-section ap-below landing-closing" data-band="">
      <div className="ap-wrap">
        <h2 className="ap-h1">{title}</h2>
        <p className="ap-lead">{text}</p>
        <div className="landing-actions">{children}</div>
      </div>
    </section>
  )
}

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
