import type { CheckKind, OwnSellerChecks, SellerCheck } from '@apogee/contracts/businesses/seller-checks.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { ownChecksQuery, useStoreOwnChecks } from '../api/seller-checks.ts'
import { verificationMessages } from '../messages/verification.en.ts'
import { CodeForm, ContactForm, SendCode } from './verification-contact.tsx'
import { Documents } from './verification-documents.tsx'
import { RegistrationForm } from './verification-registration.tsx'
import './verification.css'

/** Lets a seller prove their identity on the page of the business. Its heading is `#verification-heading`. */
export function VerificationSection() {
  const text = useText(verificationMessages)
  const checks = useQuery(ownChecksQuery(useViewer()))
  const lead = checks.data && (checks.data.data.isRequired ? text.leadRequired : text.leadDemo)
  return (
    <SettingsSection headingId="verification-heading" title={text.title} {...(lead && { lead })}>
      <LoadStates query={checks} skeleton={<SkeletonRows count={4} />} failed={text.failed}>
        {({ data }) => <Steps data={data} />}
      </LoadStates>
    </SettingsSection>
  )
}

function Steps({ data }: { data: OwnSellerChecks }) {
  const text = useText(verificationMessages)
  const [open, show] = useState<CheckKind | null>(null)
  const headings = useRef(new Map<CheckKind, HTMLElement | null>())
  // The pressed button disappears, because its form or the next button replaces it. Therefore the focus moves to the heading.
  const setOpen = (kind: CheckKind | null) => {
    const pressed = kind ?? open
    show(kind)
    if (pressed) headings.current.get(pressed)?.focus()
  }
  const content: Record<CheckKind, ReactNode> = {
    registration: <Registration data={data} open={open} setOpen={setOpen} />,
    bank: <Bank data={data} />,
    contact: <Contact data={data} open={open} setOpen={setOpen} />,
    documents: <Documents data={data} />,
  }
  return (
    <>
      <ol className="verify-steps" aria-label={text.steps}>
        {data.checks.map((check) => (
          <li key={check.kind} className="verify-step">
            <div className="verify-head">
              <h3
                tabIndex={-1}
                ref={(heading) => {
                  headings.current.set(check.kind, heading)
                }}
              >
                {text[check.kind]}
              </h3>
              <CheckBadge check={check} />
            </div>
            {check.reason === null ? null : (
              <Notice tone="warning">
                <b>{text.returnedBecause}</b> {check.reason}
              </Notice>
            )}
            {content[check.kind]}
          </li>
        ))}
      </ol>
      <SendEnd checks={data.checks} />
    </>
  )
}

export function CheckBadge({ check: { state, isComplete } }: { check: SellerCheck }) {
  const text = useText(verificationMessages)
  if (state === 'missing') return <Badge>{isComplete ? text.ready : text.missing}</Badge>
  const tones = { submitted: 'info', verified: 'positive', returned: 'warning' } as const
  return (
    <Badge tone={tones[state]} {...(state === 'verified' && { icon: 'check' as const })}>
      {text[state]}
    </Badge>
  )
}

interface Editable {
  data: OwnSellerChecks
  open: CheckKind | null
  setOpen: (open: CheckKind | null) => void
}

function Registration({ data, open, setOpen }: Editable) {
  const text = useText(verificationMessages)
  const { registration, sellerKind } = data
  if (open === 'registration')
    return (
      <>
        <WarnReopens data={data} kind="registration" />
        <RegistrationForm data={data} onClose={() => setOpen(null)} />
      </>
    )
  return (
    <>
      <p className="verify-facts text-secondary">
        {registration
          ? `${registration.legalName} · ${registration.number ?? text.ends(registration.numberEndsWith)}`
          : sellerKind === 'person'
            ? text.registrationHintPerson
            : text.registrationHint}
      </p>
      <EditButton kind="registration" isEntered={registration !== null} onPress={setOpen} />
    </>
  )
}

function Bank({ data: { bank } }: { data: OwnSellerChecks }) {
  const text = useText(verificationMessages)
  return (
    <>
      <p className="verify-facts text-secondary">
        {bank ? text.bankOf(bank.bankName, bank.accountEndsWith) : text.bankNone}
      </p>
      <p>
        <Link className="ap-link" to={{ hash: 'payout-bank-heading' }}>
          {text.bankLink}
        </Link>
      </p>
    </>
  )
}

function Contact({ data, open, setOpen }: Editable) {
  const text = useText(verificationMessages)
  const { contact } = data
  if (open === 'contact')
    return (
      <>
        <WarnReopens data={data} kind="contact" />
        <ContactForm data={data} onClose={() => setOpen(null)} />
      </>
    )
  return (
    <>
      {contact ? (
        <p className="verify-facts text-secondary">
          {contact.email} · {contact.phone}{' '}
          <Badge tone={contact.provenAt ? 'positive' : 'warning'}>
            {contact.provenAt ? text.proven : text.unproven}
          </Badge>
        </p>
      ) : (
        <p className="text-secondary">{text.contactHint}</p>
      )}
      {contact?.codeUntil ? <CodeForm email={contact.email} /> : null}
      <div className="verify-code">
        {contact && !contact.provenAt ? <SendCode isSent={contact.codeUntil !== null} /> : null}
        <EditButton kind="contact" isEntered={contact !== null} onPress={setOpen} />
      </div>
    </>
  )
}

function EditButton({
  kind,
  isEntered,
  onPress,
}: {
  kind: CheckKind
  isEntered: boolean
  onPress: (kind: CheckKind) => void
}) {
  const text = useText(verificationMessages)
  const label = isEntered ? text.change : text.edit
  return (
    <div>
      <Button size="sm" aria-label={`${label}: ${text[kind]}`} onClick={() => onPress(kind)}>
        {label}
      </Button>
    </div>
  )
}

function WarnReopens({ data, kind }: { data: OwnSellerChecks; kind: CheckKind }) {
  const text = useText(verificationMessages)
  const isVerified = data.checks.some((check) => check.kind === kind && check.state === 'verified')
  return isVerified ? <Notice tone="warning">{text.reopens}</Notice> : null
}

function SendEnd({ checks }: { checks: SellerCheck[] }) {
  const text = useText(verificationMessages)
  const notify = useNotify()
  const store = useStoreOwnChecks()
  const send = useAnnouncedMutation({
    mutationFn: () => call('sendSellerChecks'),
    onSuccess: (answer) => {
      store(answer)
      notify({ text: text.sent })
    },
    failed: text.sendFailed,
  })
  if (checks.every(({ state }) => state === 'verified')) return <Notice quiet>{text.allVerified}</Notice>
  const waiting = checks.filter(({ state }) => state === 'missing' || state === 'returned')
  if (waiting.length === 0)
    return (
      <Notice tone="info" quiet>
        {text.allSent}
      </Notice>
    )
  const lacking = waiting.filter(({ isComplete }) => !isComplete)
  return (
    <div className="verify-end">
      {lacking.length === 0 ? null : (
        <p className="text-sm text-secondary">
          {text.stillMissing(lacking.map(({ kind }) => text[kind]).join(', '))}
        </p>
      )}
      <Button
        variant="primary"
        disabled={lacking.length > 0}
        busy={send.isPending}
        busyLabel={text.sending}
        onClick={() => send.mutate()}
      >
        {text.send}
      </Button>
    </div>
  )
}
