import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { formatRinggit, formatSignedRinggit } from '@apogee/domain/money/money.ts'
import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { signedSums } from '#web/shared/money/money-figures.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import './studio.css'

const columns = ['sales', 'refunds', 'chargebacks', 'fees', 'net'] as const

/** Shows one bar for each day: sales, or enrolments for people who may not see money. The same figures are available as a table. */
export function DayChart({ days }: { days: Studio['days'] }) {
  const text = useText(studioHomeMessages)
  const words = useText(moneyWordsMessages)
  const language = useLanguage()
  const showsMoney = days.some(({ money }) => money !== null)
  const bars = days.map(({ day, enrolments, money }) => ({
    day,
    value: money ? money.sales : enrolments,
    shown: money ? formatRinggit(money.sales) : figure(enrolments),
  }))
  const top = Math.max(0, ...bars.map(({ value }) => value))
  const highest = bars.find(({ value }) => value === top)
  const dayText = (day: string) => dateInWords(startOfDayAsText(day), language)
  const [first, last] = [bars[0]?.day, bars.at(-1)?.day]
  return (
    <section className="ap-panel studio-chart" data-padded="" aria-labelledby="studio-chart-heading">
      <header>
        <h2 className="ap-h3" id="studio-chart-heading">
          {showsMoney ? text.salesByDay : text.enrolmentsByDay}
        </h2>
        <p>{top > 0 && highest ? text.highest(`${highest.shown}, ${dayText(highest.day)}`) : text.nothing}</p>
      </header>
      <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {bars.map(({ day, value, shown }, index) => {
          const height = top === 0 ? 0 : Math.max(value > 0 ? 1.5 : 0, (value / top) * 100)
          return (
            <g key={day} data-today={index === bars.length - 1 || undefined}>
              <title>{`${dayText(day)}: ${shown}`}</title>
              <rect className="studio-chart-ground" x={index} y="0" width="1" height="100" />
              <rect x={index + 0.14} y={100 - height} width="0.72" height={height} />
            </g>
          )
        })}
      </svg>
      <p className="studio-chart-ends" aria-hidden="true">
        <span>{first ? dayText(first) : null}</span>
        <span>{last ? dayText(last) : null}</span>
      </p>
      <Disclosure title={text.asTable}>
        <div className="studio-chart-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{text.day}</th>
                {showsMoney
                  ? columns.map((name) => (
                      <th key={name} scope="col">
                        {words[name]}
                      </th>
                    ))
                  : null}
                <th scope="col">{text.enrolments}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, enrolments, money }) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  {money
                    ? signedSums(money).map(([name, cents]) => (
                        <td key={name}>{formatSignedRinggit(cents)}</td>
                      ))
                    : null}
                  <td>{figure(enrolments)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </section>
  )
}
