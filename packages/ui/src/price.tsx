import { decimalRinggit, formatPlainRinggit } from '@apogee/domain/money.ts'
import { classNames } from './class-names.ts'
import './price.css'

export type PriceProps = {
  /** Integer sen; 0 is free. */
  sen: number
  /** The higher price that it replaces, and its label: 'List price'. */
  was?: number
  wasLabel?: string
  /** The word for no price: 'Free'. */
  freeLabel: string
  /** `xl` is the purchase panel. */
  size?: 'md' | 'xl'
  className?: string
}

/** A price as `RM 149.00`: small RM, strong amount; 'Free' in green. */
export function Price({ sen, was, wasLabel, freeLabel, size = 'md', className }: PriceProps) {
  const free = sen <= 0
  return (
    <span className={classNames('ap-price', className)} data-size={size} data-free={free || undefined}>
      {free ? (
        freeLabel
      ) : (
        <>
          <small>RM</small> {decimalRinggit(sen)}
        </>
      )}
      {was === undefined ? null : (
        <>
          {' '}
          <s>
            <span className="vh">{wasLabel} </span>
            {formatPlainRinggit(was)}
          </s>
        </>
      )}
    </span>
  )
}
