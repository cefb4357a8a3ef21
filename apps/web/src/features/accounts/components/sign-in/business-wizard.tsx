import {
  businessStep,
  personalStep,
  securityStep,
  withConfirmation,
} from '@apogee/contracts/accounts/accounts.forms.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Steps } from '@apogee/ui/navigation/steps.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { output } from 'zod/mini'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useContractForm, useFieldProps } from '#web/platform/forms/forms.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import '../accounts.css'

type Personal = output<typeof personalStep>
type Business = output<typeof businessStep>
type StepNumber = 1 | 2 | 3

const confirmedSecurity = withConfirmation(securityStep)
const personalFields: readonly string[] = Object.keys(personalStep.shape)
const businessFields: readonly string[] = Object.keys(businessStep.shape)

/**
 * Validates each of three steps before the next, and sends one call at the end
 * (docs/specification.md#admin-registration-adminregister).
 */
export function BusinessWizard({ onDone }: { onDone: (token: string, user: CurrentUser) => void }) {
  const text = useText(accountsMessages)
  const refusalText = useRefusalText()
  const [step, setStep] = useState<StepNumber>(1)
  const [problem, setProblem] = useState<string | null>(null)
  const [personal, setPersonal] = useState<Personal>({ name: '', email: '' })
  const [business, setBusiness] = useState<Business>({
    businessName: '',
    businessEmail: '',
    businessPhone: '',
    businessAddress: '',
  })

  const go = (to: StepNumber) => {
    setProblem(null)
    setStep(to)
  }
  const register = async (password: string) => {
    setProblem(null)
    try {
      const { data } = await call('registerBusiness', { body: { ...personal, ...business, password } })
      onDone(data.token, data.user)
    } catch (error) {
      const wrong = stepToCorrect(error)
      if (wrong) setStep(wrong)
      const neverAnswered = error instanceof ApiError && error.status === 0
      setProblem(neverAnswered ? text.registrationFailed : refusalText(error, text.registrationFailed))
    }
  }

  const names = [text.personalInformation, text.businessInformation, text.security]
  return (
    <div className="grid gap-8">
      <Steps
        label={text.steps}
        stateLabels={{ done: text.stepDone, current: text.stepCurrent, next: text.stepNext }}
        steps={names.map((label, index) => ({
          label,
          state: index + 1 < step ? 'done' : index + 1 === step ? 'current' : 'next',
        }))}
      />
      <div className="grid gap-5" onChange={() => setProblem(null)}>
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        {step === 1 ? (
          <PersonalStep
            start={personal}
            onNext={(values) => {
              setPersonal(values)
              go(2)
            }}
          />
        ) : step === 2 ? (
          <BusinessStep
            start={business}
            onNext={(values) => {
              setBusiness(values)
              go(3)
            }}
            onBack={(values) => {
              setBusiness(values)
              go(1)
            }}
          />
        ) : (
          <SecurityStep onSubmit={register} onBack={() => go(2)} />
        )}
      </div>
    </div>
  )
}

/** Returns the step with the field that the server refused. */
function stepToCorrect(error: unknown): StepNumber | null {
  if (!(error instanceof ApiError)) return null
  if (error.errorCode === 'EMAIL_EXISTS') return 1
  const paths = error.issues.map((issue) => issue.path)
  if (paths.some((path) => personalFields.includes(path))) return 1
  return paths.some((path) => businessFields.includes(path)) ? 2 : null
}

/** Shows heading, fields, Back and Next. The heading takes the focus when its step opens, except when the page opens. */
function StepForm<In extends FieldValues, Out extends FieldValues>({
  step,
  title,
  form,
  onValid,
  onBack,
  submitLabel,
  busyLabel,
  children,
}: {
  step: StepNumber
  title: string
  form: UseFormReturn<In, unknown, Out>
  onValid: (values: Out) => void | Promise<void>
  onBack?: () => void
  submitLabel: string
  busyLabel?: string
  children: ReactNode
}) {
  const text = useText(accountsMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = step === 1
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
  }, [isFirst])
  const submit = form.handleSubmit(onValid)
  return (
    <form className="accounts-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <p className="text-xs text-tertiary">{text.stepOf(step)}</p>
        <h2 ref={heading} tabIndex={-1} className="ap-h3">
          {title}
        </h2>
      </div>
      {children}
      <div className="flex items-center justify-between gap-3">
        {onBack ? (
          <Button icon="arrow-left" onClick={onBack}>
            {text.back}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function PersonalStep({ start, onNext }: { start: Personal; onNext: (values: Personal) => void }) {
  const text = useText(accountsMessages)
  const form = useContractForm(personalStep, start)
  const field = useFieldProps(form)
  return (
    <StepForm step={1} title={text.personalInformation} form={form} onValid={onNext} submitLabel={text.next}>
      <TextField label={text.fullName} autoComplete="name" {...field('name')} />
      <TextField
        label={text.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...field('email')}
      />
    </StepForm>
  )
}

function BusinessStep({
  start,
  onNext,
  onBack,
}: {
  start: Business
  onNext: (values: Business) => void
  onBack: (values: Business) => void
}) {
  const text = useText(accountsMessages)
  const form = useContractForm(businessStep, start)
  const field = useFieldProps(form)
  return (
    <StepForm
      step={2}
      title={text.businessInformation}
      form={form}
      onValid={onNext}
      onBack={() => onBack(form.getValues())}
      submitLabel={text.next}
    >
      <TextField label={text.businessName} autoComplete="organization" {...field('businessName')} />
      <TextField
        label={text.businessEmail}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...field('businessEmail')}
      />
      <TextField label={text.businessPhone} type="tel" autoComplete="tel" {...field('businessPhone')} />
      <TextArea
        label={text.businessAddress}
        autoComplete="street-address"
        rows={3}
        {...field('businessAddress')}
      />
    </StepForm>
  )
}

function SecurityStep({
  onSubmit,
  onBack,
}: {
  onSubmit: (password: string) => Promise<void>
  onBack: () => void
}) {
  const text = useText(accountsMessages)
  const form = useContractForm(confirmedSecurity, { password: '', confirmPassword: '' })
  return (
    <StepForm
      step={3}
      title={text.security}
      form={form}
      onValid={(values) => onSubmit(values.password)}
      onBack={onBack}
      submitLabel={text.createAdminAccount}
      busyLabel={text.creatingAccount}
    >
      <NewPasswordFields form={form} label={text.password} />
      <p className="text-sm text-secondary">
        {/* The footer links both. */}
        {`${text.agreeBefore} ${text.terms} ${text.and} ${text.privacy}`}
      </p>
    </StepForm>
  )
}
