import type { SecurityLogFall, SecurityLogState } from '@apogee/contracts/security-log/security-log.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { securityLogStateQuery } from '../api/security-log.ts'
import { securityLogMessages } from '../messages/security-log.en.ts'
import './security-log.css'

/** Shows superadmins whether the log is unaltered. */
export function ChainState() {
  const text = useText(securityLogMessages)
  const { loading } = useText(platformMessages)
  const state = useQuery(securityLogStateQuery())
  if (state.isPending) {
    return (
      <Loading label={loading}>
        <Skeleton />
      </Loading>
    )
  }
  if (!state.data) {
    return (
      <LoadFailure
        titleAs="h2"
        title={text.stateFailed}
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    )
  }
  const { check, fall } = state.data
  return (
    <>
      {fall && <Fall fall={fall} />}
      <Checked check={check} />
    </>
  )
}

function Fall({ fall }: { fall: SecurityLogFall }) {
  const text = useText(securityLogMessages)
  const language = useLanguage()
  const [at, keptAt] = [timeInWords(fall.at, language), timeInWords(fall.keptAt, language)]
  // The log continued after the rollback, so it contains another block with the number of a lost one.
  const isReplaced = fall.block >= fall.kept
  return (
    <section className="security-log-broken" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{isReplaced ? text.replaced : text.fell}</h2>
        <p>{isReplaced ? text.replacedHint(at, keptAt, fall.kept) : text.fellHint(at, keptAt)}</p>
      </div>
    </section>
  )
}

function Checked({ check }: Pick<SecurityLogState, 'check'>) {
  const text = useText(securityLogMessages)
  const language = useLanguage()
  if (check === null) return <p className="security-log-state">{text.notChecked}</p>
  const at = timeInWords(check.finishedAt, language)
  if (check.breakCount === 0) {
    return (
      <p className="security-log-state">
        <Icon name="check" />
        <span>{text.whole(check.entries, at)}</span>
      </p>
    )
  }
  return (
    <section className="security-log-broken" role="alert">
      <Icon name="alert" />
      <div>
        <h2>{text.broken(check.breakCount)}</h2>
        <p>{text.brokenHint(at)}</p>
        <ul>
          {check.breaks.map(({ block, fromId, throughId, problem }) => (
            <li key={block}>{`${text.place(fromId, throughId)}: ${text[problem]}`}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
