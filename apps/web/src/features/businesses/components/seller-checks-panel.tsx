import type { ChecksOfSeller, SellerCheck } from '@apogee/contracts/businesses/seller-checks.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { checksOfSellerQuery } from '../api/seller-checks.ts'
import { checkingMessages } from '../messages/checking.en.ts'
import { verificationMessages } from '../messages/verification.en.ts'
import { DecisionDialog, type AskedDecision } from './check-decision-dialog.tsx'
import { DocumentList } from './verification-documents.tsx'
import { CheckBadge } from './verification-section.tsx'
import './seller-checks.css'

/** Shows a seller's details side by side, with the decisions of superadmins. */
export function SellerChecksPanel({ sellerId, isTitled = false }: { sellerId: number; isTitled?: boolean }) {
  const text = useText(checkingMessages)
  const checks = useQuery(checksOfSellerQuery(sellerId))
  return (
    <section className="checks-panel" aria-label={text.panel}>
      {isTitled ? <h2 className="ap-h3">{text.tab}</h2> : null}
      <LoadStates query={checks} skeleton={<SkeletonRows count={6} />} failed={text.panelFailed}>
        {({ data }) => <Checks data={data} />}
      </LoadStates>
    </section>
  )
}

function Checks({ data }: { data: ChecksOfSeller }) {
  const text = useText(checkingMessages)
  const [asked, setAsked] = useState<AskedDecision | null>(null)
  const facts: Record<SellerCheck['kind'], ReactNode> = {
    // The key removes the shown full number when the seller enters another one.
    registration: <RegistrationFacts key={data.registration?.savedAt} data={data} />,
    bank: <BankFacts data={data} />,
    contact: <ContactFacts data={data} />,
    documents:
      data.documents.length === 0 ? (
        <Nothing />
      ) : (
        <DocumentList
          documents={data.documents}
          open={(document) => call('openSellerDocument', { params: { id: data.id, document } })}
        />
      ),
  }
  return (
    <>
      {data.isRequired ? null : (
        <Notice tone="info" quiet>
          {text.notRequired}
        </Notice>
      )}
      <div className="checks-list">
        {data.checks.map((check) => (
          <Check key={check.kind} check={check} onAsk={setAsked}>
            {facts[check.kind]}
          </Check>
        ))}
      </div>
      <History data={data} />
      {asked ? <DecisionDialog sellerId={data.id} asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function Check({
  check,
  onAsk,
  children,
}: {
  check: SellerCheck
  onAsk: (asked: AskedDecision) => void
  children: ReactNode
}) {
  const text = useText(checkingMessages)
  const steps = useText(verificationMessages)
  const language = useLanguage()
  const step = steps[check.kind]
  const isSent = check.state === 'submitted' || check.state === 'verified'
  return (
    <section className="checks-one" aria-label={step}>
      <div className="checks-head">
        <h3 className="ap-h4">{step}</h3>
        <CheckBadge check={check} />
      </div>
      {check.state === 'submitted' && check.submittedAt ? (
        <p className="text-sm text-secondary">{text.submittedOn(dateInWords(check.submittedAt, language))}</p>
      ) : null}
      {children}
      {check.reason === null ? null : (
        <p className="text-sm">
          <b>{text.reason}:</b> {check.reason}
        </p>
      )}
      <div className="checks-actions">
        {check.state === 'verified' ? null : (
          <Button
            size="sm"
            variant={isSent ? 'primary' : 'secondary'}
            aria-label={text.verifyStep(step)}
            onClick={() => onAsk({ check, outcome: 'verified' })}
          >
            {text.verify}
          </Button>
        )}
        {isSent ? (
          <Button
            size="sm"
            aria-label={text.returnStep(step)}
            onClick={() => onAsk({ check, outcome: 'returned' })}
          >
            {text.return}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function Nothing() {
  return <p className="text-secondary">{useText(checkingMessages).nothing}</p>
}

function RegistrationFacts({ data: { id, registration } }: { data: ChecksOfSeller }) {
  const text = useText(checkingMessages)
  const steps = useText(verificationMessages)
  // The number is not in the query cache, so that it is removed with the panel.
  const full = useAnnouncedMutation({
    mutationFn: () => call('readSellerNumber', { params: { id } }),
    failed: text.numberFailed,
  })
  if (!registration) return <Nothing />
  const number = registration.number ?? full.data?.data?.number
  return (
    <>
      <dl className="checks-facts">
        <dt>{text.legalName}</dt>
        <dd>{registration.legalName}</dd>
        <dt>{text.kind}</dt>
        <dd>{steps[registration.kind]}</dd>
        <dt>{text.number}</dt>
        <dd>{number ?? steps.ends(registration.numberEndsWith)}</dd>
      </dl>
      {number === undefined ? (
        <div>
          <Button
            size="sm"
            variant="quiet"
            busy={full.isPending}
            busyLabel={text.showingNumber}
            onClick={() => full.mutate()}
          >
            {text.showNumber}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const verdicts = {
  matches: { tone: 'positive', text: 'verdictMatches' },
  similar: { tone: 'warning', text: 'verdictSimilar' },
  differs: { tone: 'danger', text: 'verdictDiffers' },
} as const

function BankFacts({ data: { bank, registration, nameVerdict } }: { data: ChecksOfSeller }) {
  const text = useText(checkingMessages)
  const steps = useText(verificationMessages)
  const language = useLanguage()
  if (!bank) return <Nothing />
  const verdict = nameVerdict && verdicts[nameVerdict]
  return (
    <>
      <dl className="checks-facts">
        <dt>{text.legalName}</dt>
        <dd>{registration?.legalName ?? text.nothing}</dd>
        <dt>{text.holder}</dt>
        <dd>{bank.accountHolder ?? text.holderUnreadable}</dd>
        <dt>{text.account}</dt>
        <dd>{steps.bankOf(bank.bankName, bank.accountEndsWith)}</dd>
        <dt>{text.enteredOn}</dt>
        <dd>{dateInWords(bank.savedAt, language)}</dd>
      </dl>
      {verdict ? (
        <div>
          <Badge tone={verdict.tone}>{text[verdict.text]}</Badge>
        </div>
      ) : null}
    </>
  )
}

function ContactFacts({ data: { contact } }: { data: ChecksOfSeller }) {
  const text = useText(checkingMessages)
  const language = useLanguage()
  if (!contact) return <Nothing />
  const proven = contact.provenAt ? text.provenOn(dateInWords(contact.provenAt, language)) : text.notProven
  return (
    <dl className="checks-facts">
      <dt>{text.email}</dt>
      <dd>
        {contact.email} ({proven})
      </dd>
      <dt>{text.phone}</dt>
      <dd>{contact.phone}</dd>
    </dl>
  )
}

const outcomes = {
  verified: 'outcomeVerified',
  returned: 'outcomeReturned',
  reopened: 'outcomeReopened',
} as const

function History({ data: { decisions } }: { data: ChecksOfSeller }) {
  const text = useText(checkingMessages)
  const steps = useText(verificationMessages)
  const language = useLanguage()
  return (
    <>
      <h3 className="ap-h4">{text.history}</h3>
      {decisions.length === 0 ? <p className="text-secondary">{text.noHistory}</p> : null}
      <ol className="checks-history" aria-label={text.history}>
        {decisions.map(({ id, kind, outcome, note, by, at, facts }) => {
          const when = timeInWords(at, language)
          return (
            <li key={id}>
              <b>{text[outcomes[outcome]](steps[kind])}</b>
              {note === '' ? null : <span>{note}</span>}
              {facts.length === 0 ? null : <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>}
              <small>{by ? text.by(by.name ?? text.deletedPerson, when) : when}</small>
            </li>
          )
        })}
      </ol>
    </>
  )
}
