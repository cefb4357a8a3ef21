import { formatRinggit } from '@apogee/domain/money/money.ts'
import type { LearnerDetail } from '@apogee/contracts/roster/roster.ts'
import { Panel } from '@apogee/ui/panel.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Fact } from '#web/shared/money/money-page.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { rosterMessages } from '../messages/roster.en.ts'
import './roster.css'

export function PlaceFacts({ learner }: { learner: LearnerDetail }) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  const { source, since, lastSeenAt, quizScore, orders, invoiceIds } = learner
  return (
    <Panel id="place-heading" title={text.place}>
      <dl className="roster-facts">
        <Fact term={text.source}>{text[source]}</Fact>
        <Fact term={text.since}>{dateInWords(since, language)}</Fact>
        {learner.cohort ? <Fact term={text.cohort}>{learner.cohort.name}</Fact> : null}
        <Fact term={text.accessEnds}>
          {learner.accessEndsAt ? dateInWords(learner.accessEndsAt, language) : text.endless}
        </Fact>
        <Fact term={text.lastSeen}>{lastSeenAt ? dateInWords(lastSeenAt, language) : text.never}</Fact>
        <Fact term={text.score}>{quizScore === null ? '–' : text.percent(quizScore)}</Fact>
        <Fact term={text.certificate}>
          <CertificateState certificate={learner.certificate} />
        </Fact>
        {orders.length === 0 ? null : (
          <Fact term={text.orders}>
            {orders.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </Fact>
        )}
        {invoiceIds.length === 0 ? null : (
          <Fact term={text.invoice}>
            {invoiceIds.map((id) => (
              <Link key={id} className="ap-link block" to={`/admin/invoices/${id}`}>
                {text.openInvoice}
              </Link>
            ))}
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

function CertificateState({ certificate }: Pick<LearnerDetail, 'certificate'>) {
  const text = useText(rosterMessages)
  if (!certificate) return text.certificateNone
  if (certificate.state === 'revoked') return text.certificateRevoked
  return (
    <Link className="ap-link" to={`/certificates/${certificate.id}`}>
      {certificate.state === 'withdrawn' ? text.certificateWithdrawn : text.openCertificate}
    </Link>
  )
}

function OrderLine({ order }: { order: LearnerDetail['orders'][number] }) {
  const text = useText(rosterMessages)
  const { free } = useText(platformMessages)
  const language = useLanguage()
  return (
    <span className="block">
      {dateInWords(order.paidAt, language)}
      {order.price === null ? '' : ` · ${order.price === 0 ? free : formatRinggit(order.price)}`}
      {order.isChargedBack ? ` · ${text.chargedBack}` : order.isRefunded ? ` · ${text.refunded}` : ''}
      {order.isReadable ? (
        <>
          {' '}
          <Link className="ap-link" to={`/admin/orders/${order.id}`}>
            {text.openOrder}
          </Link>
        </>
      ) : null}
    </span>
  )
}

export function Questions({ learner: { questions } }: { learner: LearnerDetail }) {
  const text = useText(rosterMessages)
  const language = useLanguage()
  return (
    <Panel id="questions-heading" title={text.questions}>
      {questions.length === 0 ? (
        <p className="mt-3 text-secondary">{text.noQuestions}</p>
      ) : (
        <ul className="roster-list">
          {questions.map(({ id, title, replies, createdAt }) => (
            <li key={id}>
              <Link className="ap-link" to={`/community/discussions/${id}`}>
                {title}
              </Link>
              <span className="roster-aside">
                {text.replies(replies)} · {dateInWords(createdAt, language)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
