import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { GradebookColumn, GradebookRow } from '@apogee/contracts/roster/gradebook.ts'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import type { KeyboardEvent } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { EmailText } from '#web/platform/language/email-text.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { gradebookMessages } from '../messages/gradebook.en.ts'
import './gradebook.css'

/**
 * Shows a row for each learner and a column for each item. The head and the names stay visible while scrolling, also by the arrow
 * keys.
 */
export function GradebookTable({
  courseId,
  rows,
  columns,
  order,
  onOrder,
}: {
  courseId: number
  rows: readonly GradebookRow[]
  columns: readonly GradebookColumn[]
  /** `order` is `name`, `since` or an item's id; a preceding `-` sorts descending. */
  order: string
  onOrder: (order: string) => void
}) {
  const text = useText(gradebookMessages)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows scroll it
    <div className="gradebook-frame" role="region" aria-label={text.table} tabIndex={0} onKeyUp={showFocused}>
      <table>
        <caption className="vh">{text.title}</caption>
        <thead>
          <tr>
            <Heading title={text.learner} sortKey="name" usual="" order={order} onOrder={onOrder} />
            <th scope="col">{text.average}</th>
            {columns.map((column) => (
              <Heading
                key={column.resourceId}
                title={column.title}
                sortKey={String(column.resourceId)}
                usual="-"
                order={order}
                onOrder={onOrder}
                column={column}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              <th scope="row">
                <Link className="gradebook-name" to={`/course/${courseId}/people/${row.userId}`}>
                  {row.name ?? text.unnamed}
                </Link>
                <span className="gradebook-note gradebook-address">
                  <EmailText email={row.email} />
                </span>
              </th>
              <td>
                <Percentage value={row.average} />
              </td>
              {columns.map((column) => (
                <td key={column.resourceId}>
                  <Score courseId={courseId} row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `usual` is the sign of the order that the first press on the heading requests: `-` sorts descending. */
function Heading({
  title,
  sortKey,
  usual,
  order,
  onOrder,
  column,
}: {
  title: string
  sortKey: string
  usual: '' | '-'
  order: string
  onOrder: (order: string) => void
  column?: GradebookColumn
}) {
  const text = useText(gradebookMessages)
  const isSorted = order.replace(/^-/, '') === sortKey
  const direction = order.startsWith('-') ? 'descending' : 'ascending'
  const other = usual === '-' ? '' : '-'
  return (
    <th scope="col" aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="gradebook-sort"
        onClick={() => onOrder(order === `${usual}${sortKey}` ? `${other}${sortKey}` : `${usual}${sortKey}`)}
      >
        <span>{title}</span>
      </button>
      {column ? (
        <span className="gradebook-note">
          {column.average === null
            ? text.noAverage
            : column.kind === 'assignment'
              ? text.passedBy(column.average)
              : text.averageOf(column.average)}
        </span>
      ) : null}
      {column && column.learners > 0 ? (
        <span className="gradebook-note">{text.scored(column.learners)}</span>
      ) : null}
      {column && column.waiting > 0 ? (
        <span className="gradebook-note">{text.waitingIn(column.waiting)}</span>
      ) : null}
    </th>
  )
}

function Percentage({ value, passMark = null }: { value: number | null; passMark?: number | null }) {
  const text = useText(gradebookMessages)
  if (value === null)
    return (
      <span className="gradebook-none">
        <span aria-hidden="true">–</span>
        <span className="vh">{text.noResult}</span>
      </span>
    )
  const isBelow = passMark !== null && value < passMark
  return (
    <span className="gradebook-score" data-below={isBelow ? '' : undefined}>
      {text.percent(value)}
      {isBelow ? <span className="vh">, {text.belowPass}</span> : null}
    </span>
  )
}

function Result({ value, column }: { value: number | null; column: GradebookColumn }) {
  const text = useText(gradebookMessages)
  if (value === null || column.kind !== 'assignment')
    return <Percentage value={value} passMark={column.passPercentage} />
  const isReturned = value < passedPercentage
  return (
    <span className="gradebook-score" data-below={isReturned ? '' : undefined}>
      {isReturned ? text.returned : text.passed}
    </span>
  )
}

function Score({ courseId, row, column }: { courseId: number; row: GradebookRow; column: GradebookColumn }) {
  const text = useText(gradebookMessages)
  const score = row.scores.find(({ resourceId }) => resourceId === column.resourceId)
  const isWaiting = score !== undefined && score.waiting !== null
  return (
    <>
      {isWaiting && score.percentage === null ? null : (
        <Result value={score?.percentage ?? null} column={column} />
      )}
      {isWaiting ? (
        <Link
          className="ap-link gradebook-wait"
          to={`/course/${courseId}/hand-ins/${score.waiting}`}
          aria-label={text.gradeOf(row.name ?? text.unnamed, column.title)}
        >
          {text.grade}
        </Link>
      ) : null}
    </>
  )
}

/**
 * Scrolls to the element that the keyboard has focused. Firefox does not scroll to a control that the column of names partly
 * covers, and WebKit does not scroll to one outside of the frame either.
 */
function showFocused(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: frame, target } = event
  const cell = target instanceof HTMLElement && target.closest('th, td')
  const corner = frame.querySelector('th')
  if (pressedKey(event) !== 'Tab' || !cell || !corner) return
  const around = frame.getBoundingClientRect()
  const box = target.getBoundingClientRect()
  const left = distance(
    [box.left, box.right],
    [around.left + corner.offsetWidth, around.left + frame.clientWidth],
  )
  const top = distance(
    [box.top, box.bottom],
    [around.top + corner.offsetHeight, around.top + frame.clientHeight],
  )
  frame.scrollBy({
    left: cell.matches(':first-child') ? 0 : left,
    top: cell.closest('thead') ? 0 : top,
    behavior: 'instant',
  })
}

/**
 * Returns how far to scroll so that the first range lies within the shown range. The result is negative for a range before the
 * shown one.
 */
function distance([start, end]: [number, number], [from, to]: [number, number]): number {
  return start < from ? start - from : Math.max(0, Math.min(end - to, start - from))
}
