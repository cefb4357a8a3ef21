import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useWindowWidth, type WindowWidth } from '#web/platform/page/window-width.ts'
import {
  lessonParts,
  rememberPlayerPreferences,
  usePlayerPreferences,
  type LessonPart,
} from '#web/shared/lesson/player-preferences.ts'
import { learningMessages } from '../../messages/learning.en.ts'
import './lesson.css'

/** Returns the part that was chosen before, or the usual one of this width. The choice applies to all lessons. */
function shownPart(
  parts: readonly LessonPart[],
  chosen: LessonPart | null,
  width: WindowWidth,
): LessonPart | undefined {
  if (chosen !== null && parts.includes(chosen)) return chosen
  const usual: LessonPart = width === 'wide' ? 'contents' : 'notes'
  return parts.includes(usual) ? usual : parts[0]
}

/**
 * Shows what belongs to a lesson, one part at a time: beside the picture in a wide window, below it in others. Phones have the
 * contents in a sheet instead (LessonSteps). Notes stay mounted, because the player and the text use them.
 */
export function LessonSide({
  panels,
  wanted,
}: {
  panels: Readonly<Record<LessonPart, ReactNode>>
  /** The address names this part, which stays until the person chooses one. */
  wanted: LessonPart | null
}) {
  const text = useText(learningMessages)
  const { part: chosen } = usePlayerPreferences()
  const width = useWindowWidth()
  const parts = lessonParts.filter(
    (part) => panels[part] !== null && (part !== 'contents' || width !== 'phone'),
  )
  const [isOpen, setIsOpen] = useState(true)
  if (wanted === null && !isOpen) setIsOpen(true)
  const shown = shownPart(parts, isOpen && wanted !== null ? wanted : chosen, width)
  if (shown === undefined) return null
  return (
    <aside className="lesson-side" aria-label={text.besideLesson}>
      <SegmentedControl
        className="lesson-side-parts"
        label={text.besideLesson}
        options={parts.map((part) => ({ value: part, label: text[part] }))}
        value={shown}
        onChange={(part) => {
          setIsOpen(false)
          rememberPlayerPreferences({ part })
        }}
      />
      {parts
        .filter((part) => part === shown || part === 'notes')
        .map((part) => (
          // The list of files has a panel of its own.
          <div
            key={part}
            className={part === 'files' ? 'lesson-side-panel' : 'ap-panel lesson-side-panel'}
            data-clip=""
            data-part={part}
            hidden={part !== shown}
          >
            {panels[part]}
          </div>
        ))}
    </aside>
  )
}
