import { decimalRinggit, formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { classNames } from '../class-names.ts'
import './price.css'

export type PriceProps = {
  /** The amount is in integer sen; 0 is free. */
  sen: number
  /** The price replaces this higher price in sen. `wasLabel` names the higher price, for example 'List price'. */
  was?: number
  wasLabel?: string
  /** Replaces a price of zero, for example 'Free'. */
  freeLabel: string
  /** `xl` is for the purchase panel. */
  size?: 'md' | 'xl'
  className?: string
}

/** Formats a price as `RM 149.00` with a small RM and a strong amount. A free price is a green word. */
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
