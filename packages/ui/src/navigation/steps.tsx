import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/icon.tsx'
import './steps.css'

export type StepState = 'done' | 'current' | 'next'

export type StepsProps = {
  label: string
  steps: readonly { label: ReactNode; hint?: ReactNode; state: StepState }[]
  /** Screen readers read these texts after each label, for example 'done', 'current', 'next'. */
  stateLabels: Record<StepState, string>
  direction?: 'row' | 'column'
  className?: string
}

export function Steps({ label, steps, stateLabels, direction = 'row', className }: StepsProps) {
  return (
    <ol className={classNames('ap-steps', className)} aria-label={label} data-direction={direction}>
      {steps.map((step, index) => (
        <li key={index} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className="ap-step-mark" aria-hidden="true">
            {step.state === 'done' && <Icon name="check" size="sm" />}
          </span>
          <span className="ap-step-words">
            <b>{step.label}</b>
            <span className="vh"> ({stateLabels[step.state]})</span>
            {step.hint && <span className="ap-step-hint">{step.hint}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
