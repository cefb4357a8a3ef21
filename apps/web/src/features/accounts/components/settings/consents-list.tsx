import type { Consent } from '@apogee/contracts/accounts/consents.ts'
import {
  legalDocumentNames,
  legalDocuments,
  type LegalDocument,
} from '@apogee/contracts/accounts/legal-documents.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { dateInWords, timeInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { consentsQuery } from '../../api/consents.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { consentMessages } from '../../messages/consents.en.ts'
import './consents-list.css'

/** Lists in Settings which versions of the terms and the privacy policy the user has accepted, when and how. */
export function ConsentsList({ userId }: { userId: number }) {
  const text = useText(consentMessages)
  const consents = useQuery(consentsQuery(userId))
  return (
    <div className="consents">
      <h3 className="font-medium">{text.listTitle}</h3>
      <LoadStates query={consents} skeleton={<SkeletonRows count={2} />} failed={text.listFailed}>
        {({ data }) => (
          <ul>
            {legalDocumentNames.map((name) => (
              <OneDocument
                key={name}
                name={name}
                records={data.filter(({ document }) => document === name)}
              />
            ))}
          </ul>
        )}
      </LoadStates>
      <p className="text-sm text-secondary">
        {text.withdrawing}{' '}
        <Link className="ap-link" to={{ hash: 'question-mails-heading' }}>
          {text.questionMails}
        </Link>
        ,{' '}
        <Link className="ap-link" to={{ hash: 'announcement-mails-heading' }}>
          {text.announcementMails}
        </Link>
      </p>
    </div>
  )
}

function OneDocument({ name, records }: { name: LegalDocument; records: readonly Consent[] }) {
  const text = useText(consentMessages)
  const titles = useText(accountsMessages)
  const language = useLanguage()
  return (
    <li>
      <p>
        <Link className="ap-link" to={`/${name}`}>
          {titles[name]}
        </Link>{' '}
        <span className="text-sm text-secondary">
          {text.inForce(dateInWords(legalDocuments[name][0], language))}
        </span>
      </p>
      {records.length === 0 ? (
        <p className="text-sm text-secondary">{text.noRecord}</p>
      ) : (
        records.map(({ version, way, at }) => (
          <p key={`${version} ${way}`} className="text-sm text-secondary">
            {text.version(dateInWords(version, language))}: {text[way](timeInWords(at, language))}
          </p>
        ))
      )}
    </li>
  )
}
