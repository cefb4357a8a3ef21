import {
  statisticsLeast,
  type QuestionStatistics,
  type QuizStatistics,
} from '@apogee/contracts/assessments/quiz-statistics.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DownloadButton } from '#web/platform/transfer/download.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { OptionLabel } from '../components/option-label.tsx'
import { PictureOf } from '../components/picture-of.tsx'
import { quizStatisticsMessages } from '../messages/quiz-statistics.en.ts'
import './quiz-statistics.css'

export function StatisticsView({ resourceId }: { resourceId: number }) {
  const text = useText(quizStatisticsMessages)
  const viewer = useViewer()
  /** Null selects the published version. */
  const [version, setVersion] = useState<number | null>(null)
  const query = version === null ? {} : { version: String(version) }
  const statistics = useQuery({
    queryKey: ['quiz-statistics', resourceId, version, viewer],
    queryFn: ({ signal }) => call('readQuizStatistics', { params: { id: resourceId }, query, signal }),
    staleTime: 0,
  })
  return (
    <LoadStates query={statistics} skeleton={<SkeletonRows count={4} />} failed={text.failed}>
      {({ data }) => (
        <section className="quiz-stats" aria-label={text.title}>
          <header className="ap-panel quiz-stats-head">
            <p>{text.basis(data.attempts)}</p>
            <div className="quiz-stats-tools">
              {data.versions.length > 1 ? (
                <Select
                  label={text.version}
                  value={String(data.version)}
                  options={data.versions.map((one) => ({
                    value: String(one),
                    label: text.versionOption(one),
                  }))}
                  onChange={({ target }) => setVersion(Number(target.value))}
                />
              ) : null}
              {data.questions.length > 0 ? <Download resourceId={resourceId} query={query} /> : null}
            </div>
          </header>
          <Figures statistics={data} />
        </section>
      )}
    </LoadStates>
  )
}

function Download({ resourceId, query }: { resourceId: number; query: { version?: string } }) {
  const text = useText(quizStatisticsMessages)
  return (
    <DownloadButton
      label={text.download}
      busyLabel={text.downloading}
      failed={text.downloadFailed}
      save={async () => {
        const { data } = await call('exportQuizStatistics', { params: { id: resourceId }, query })
        saveText(data.fileName, data.csv, 'text/csv')
      }}
    />
  )
}

function Figures({ statistics: { attempts, questions } }: { statistics: QuizStatistics }) {
  const text = useText(quizStatisticsMessages)
  if (questions.length === 0) {
    return <EmptyState title={text.tooFew} titleAs="h2" text={text.tooFewHint(attempts, statisticsLeast)} />
  }
  return (
    <>
      <ol className="quiz-stats-list">
        {questions.map((question, index) => (
          <QuestionFigures key={question.key} question={question} place={index + 1} />
        ))}
      </ol>
      <p className="ap-field-hint quiz-stats-hint">{text.discriminationHint}</p>
    </>
  )
}

/** Formats a number with sign and two decimals; a value that rounds to 0 has no sign. */
const signed = (value: number): string =>
  (Math.round(value * 100) / 100 + 0)
    .toFixed(2)
    .replace(/^-(?!0\.00)/, '\u2212')
    .replace('-', '')

const percent = (share: number): number => Math.round(share * 100)

function QuestionFigures({ question: given, place }: { question: QuestionStatistics; place: number }) {
  const text = useText(quizStatisticsMessages)
  const { question, asked, answered, difficulty, discrimination, problems, options } = given
  const heading = `quiz-stats-${place}`
  return (
    <li className="ap-panel quiz-stats-question" aria-labelledby={heading}>
      <h2 className="ap-h4 quiz-stats-title" id={heading}>
        <span className="quiz-stats-place">{place}</span> {question}
      </h2>
      <PictureOf question={given} />
      {problems.length > 0 ? (
        <ul className="quiz-stats-problems">
          {problems.map((problem) => (
            <li key={problem}>
              <Icon name="alert" size="sm" /> {text[problem]}
            </li>
          ))}
        </ul>
      ) : null}
      {difficulty === null ? (
        <p className="text-secondary">{text.tooFewOf(statisticsLeast)}</p>
      ) : (
        <dl className="quiz-stats-figures">
          <Figure name={text.answered} value={text.answeredOf(answered, asked)} />
          <Figure name={text.points} value={text.pointsOf(percent(difficulty))} />
          <Figure
            name={text.discrimination}
            value={discrimination === null ? text.noDiscrimination : signed(discrimination)}
          />
        </dl>
      )}
      {options.length > 0 ? <Options question={given} heading={heading} /> : null}
    </li>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Shows the percentage of respondents who chose each option; with several answers the shares sum to more than 100. */
function Options({
  question: { kind, options, answered },
  heading,
}: {
  question: QuestionStatistics
  heading: string
}) {
  const text = useText(quizStatisticsMessages)
  const word = (option: string) =>
    kind === 'true-false' ? text[option === 'true' ? 'true' : 'false'] : option
  return (
    <table className="quiz-stats-options" aria-labelledby={heading}>
      <thead className="vh">
        <tr>
          <th scope="col">{text.option}</th>
          <th scope="col">{text.chosen}</th>
        </tr>
      </thead>
      <tbody>
        {options.map(({ text: option, isRight, chosen, picture }) => {
          const share = answered === 0 ? 0 : percent(chosen / answered)
          return (
            <tr key={option} data-right={isRight || undefined}>
              <th scope="row">
                {picture ? (
                  <OptionLabel question={{ options: [option], optionPictures: [picture] }} index={0} />
                ) : (
                  word(option)
                )}{' '}
                {isRight ? <Badge tone="positive">{text.right}</Badge> : null}
              </th>
              <td>
                <svg width="100%" height="8" aria-hidden="true" focusable="false">
                  <rect className="quiz-stats-track" width="100%" height="8" rx="4" />
                  <rect className="quiz-stats-share" width={`${share}%`} height="8" rx="4" />
                </svg>
                <span>{text.chosenBy(chosen, share)}</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
