import { plainBlock, readSmallText } from '@apogee/domain/text/small-text.ts'
import { SmallTextBlocks } from '#web/shared/text/small-text/small-text.tsx'
import { leadOf } from '../../lead.ts'
import type { ShownSales } from '../../shown-sales.ts'
import type { DetailsProps } from './sales-tabs.tsx'

/** Omits the first paragraph of a description when it appears under the title and more text follows. */
export function Description({ sales }: DetailsProps) {
  const { formedDescription = '' }: ShownSales = sales
  const blocks = readSmallText(formedDescription, 'description') ?? []
  const [first] = blocks
  const isShown = blocks.length > 1 && first?.type === 'paragraph' && plainBlock(first) === leadOf(sales)
  return <SmallTextBlocks blocks={isShown ? blocks.slice(1) : blocks} />
}
