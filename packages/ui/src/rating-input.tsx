import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'
import './field.css'
import './rating-input.css'

export type RatingInputProps = {
  legend: ReactNode
  /** Labels of one star, two, … five: '4 stars: very good'. Announced, and shown for the chosen one. */
  labels: readonly [string, string, string, string, string]
  /** 1 to 5; null or 0 while nothing is chosen. */
  value: number | null
  onChange: (stars: number) => void
  /** Beside the stars while nothing is chosen. */
  hint?: ReactNode
  error?: ReactNode
  disabled?: boolean
  className?: string
  /** The first star: where a form moves the focus when none is chosen. */
  firstStarRef?: Ref<HTMLInputElement>
}

/** One to five stars: radio buttons that look like stars, with arrow keys and one tab stop. */
export function RatingInput({
  legend,
  labels,
  value,
  onChange,
  hint,
  error,
  disabled,
  className,
  firstStarRef,
}: RatingInputProps) {
  const id = useId()
  return (
    <fieldset
      className={classNames('ap-rating-input', className)}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="ap-field-label">{legend}</legend>
      <div className="ap-rating-input-row">
        <span className="ap-rating-input-stars">
          {labels.map((label, place) => (
            <label key={label}>
              <input
                ref={place === 0 ? firstStarRef : undefined}
                type="radio"
                name={id}
                value={place + 1}
                checked={value === place + 1}
                onChange={() => onChange(place + 1)}
              />
              <Icon name="star" size="lg" />
              <span className="vh">{label}</span>
            </label>
          ))}
        </span>
        <span className="ap-rating-input-value" aria-hidden={value ? true : undefined}>
          {value ? labels[value - 1] : hint}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
