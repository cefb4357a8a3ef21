import type { OwnSchool } from '@apogee/contracts/schools/schools.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useOrderCourses } from '../api/schools.ts'
import { moved } from '../moved.ts'
import { schoolEditorMessages } from '../messages/school-editor.en.ts'
import './school-section.css'

type Course = OwnSchool['courses'][number]
const hintId = 'school-order-hint'
/** The notice with Undo stays longer than other notices. */
const undoMs = 10_000

/** Lists the courses in the order of the page. A row is dragged by its handle, or moved by the arrow keys on the handle. */
export function CourseOrder({ courses }: { courses: readonly Course[] }) {
  const text = useText(schoolEditorMessages)
  const [announcement, setAnnouncement] = useState('')
  const save = useSavedOrder(courses)
  const [dragged, setDragged] = useState<{ id: number; to: number } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const shown = dragged ? moved(courses, dragged.id, dragged.to) : courses
  const moveTo = (course: Course, to: number) => {
    if (to < 0 || to >= courses.length || courses[to]?.id === course.id) return
    setAnnouncement(text.moved(course.title, to + 1, courses.length))
    save(moved(courses, course.id, to))
  }
  const placeAt = (y: number) => {
    const rows = [...(list.current?.children ?? [])]
    const above = rows.filter((row) => row.getBoundingClientRect().top <= y).length
    return Math.max(0, above - 1)
  }
  return (
    <section aria-labelledby="school-order">
      <h3 className="ap-h4" id="school-order">
        {text.order}
      </h3>
      <p className="text-sm text-secondary" id={hintId}>
        {courses.length === 0 ? text.noCourses : text.orderHint}
      </p>
      {courses.length === 0 ? null : (
        <ol className="school-order" ref={list}>
          {shown.map((course, place) => (
            <li key={course.id} data-dragged={dragged?.id === course.id || undefined}>
              <Handle
                course={course}
                place={place}
                onStep={(step) => moveTo(course, place + step)}
                onDrag={(y) => setDragged({ id: course.id, to: placeAt(y) })}
                onDrop={(isKept) => {
                  setDragged(null)
                  if (isKept && dragged) moveTo(course, dragged.to)
                }}
              />
              <span>{course.title}</span>
              {course.isListed ? null : (
                <Badge>{course.state === 'draft' ? text.draft : text.notShown}</Badge>
              )}
            </li>
          ))}
        </ol>
      )}
      <LiveRegion>{announcement}</LiveRegion>
    </section>
  )
}

/** Returns a function that saves an order at once and offers to take it back. */
function useSavedOrder(courses: readonly Course[]) {
  const text = useText(schoolEditorMessages)
  const refusal = useRefusalText()
  const notify = useNotify()
  const order = useOrderCourses()
  const idsOf = (rows: readonly Course[]) => rows.map(({ id }) => id)
  const failed = (error: unknown) =>
    notify({ tone: 'danger', text: `${text.orderFailed}. ${refusal(error) ?? ''}`.trim() })
  return (wished: readonly Course[]) => {
    const before = idsOf(courses)
    const undo = () =>
      order.mutate(before, { onSuccess: () => notify({ text: text.undone }), onError: failed })
    order.mutate(idsOf(wished), {
      onSuccess: () =>
        notify({
          text: text.orderSaved,
          timeout: undoMs,
          link: (
            <button type="button" className="ap-link" onClick={undo}>
              {text.undo}
            </button>
          ),
        }),
      onError: failed,
    })
  }
}

function Handle({
  course,
  place,
  onStep,
  onDrag,
  onDrop,
}: {
  course: Course
  place: number
  onStep: (step: number) => void
  onDrag: (y: number) => void
  onDrop: (isKept: boolean) => void
}) {
  const text = useText(schoolEditorMessages)
  const button = useRef<HTMLButtonElement>(null)
  const isStepping = useRef(false)
  useEffect(() => {
    // A row that moves in the page loses the focus.
    if (isStepping.current) button.current?.focus()
    isStepping.current = false
  }, [place])
  const step = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    event.preventDefault()
    isStepping.current = true
    onStep(key === 'ArrowUp' ? -1 : 1)
  }
  const holds = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId)
  return (
    <button
      ref={button}
      type="button"
      className="school-grip"
      aria-label={text.handle(course.title)}
      aria-describedby={hintId}
      onKeyDown={step}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (holds(event)) onDrag(event.clientY)
      }}
      onPointerUp={(event) => {
        if (holds(event)) onDrop(true)
      }}
      onPointerCancel={() => onDrop(false)}
    >
      <span aria-hidden="true" />
    </button>
  )
}
