import { dataHandouts } from './data.ts'
import { designHandouts } from './design.ts'
import type { Handout } from '../handout.ts'
import { programmingHandouts } from './programming.ts'
import { tradeHandouts } from './trade.ts'

export const handouts: Handout[] = [
  ...programmingHandouts,
  ...dataHandouts,
  ...designHandouts,
  ...tradeHandouts,
]
