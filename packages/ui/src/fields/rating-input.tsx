import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'
import { Icon } from '../icons/icon.tsx'
import './field.css'
import './rating-input.css'

export type RatingInputProps = {
  legend: ReactNode
  /**
   * The labels are those of one to five stars, for example '4 stars: very good'. They are announced, and the chosen one is visible.
   */
  labels: readonly [string, string, string, string, string]
  /** The range is 1 to 5. Null or 0 means that no star is chosen. */
  value: number | null
  onChange: (stars: number) => void
  /** The hint is shown beside the stars while no star is chosen. */
  hint?: ReactNode
  error?: ReactNode
  disabled?: boolean
  className?: string
  /** A form that is sent without a chosen star moves the focus to this element. */
  firstStarRef?: Ref<HTMLInputElement>
}

/** Renders one to five stars as radio buttons, with arrow keys and one tab stop. */
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
