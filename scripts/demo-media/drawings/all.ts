import type { Drawings } from '../lesson.ts'

import { aiDrawings } from './ai.ts'
import { designDrawings } from './design.ts'
import { firstCustomerDrawings } from './first-customers.ts'
import { gitDrawings } from './git.ts'
import { interfaceDesignDrawings } from './interface-design.ts'
import { officeSpreadsheetDrawings } from './office-spreadsheets.ts'
import { programmingDrawings } from './programming.ts'
import { smallTraderDrawings } from './small-traders.ts'
import { sqlDrawings } from './sql.ts'
import { statisticsDrawings } from './statistics.ts'
import { tradeDrawings } from './trade.ts'
import { typescriptDrawings } from './typescript.ts'

export const drawings: Drawings = {
  ...programmingDrawings,
  ...typescriptDrawings,
  ...gitDrawings,
  ...sqlDrawings,
  ...statisticsDrawings,
  ...aiDrawings,
  ...designDrawings,
  ...interfaceDesignDrawings,
  ...tradeDrawings,
  ...smallTraderDrawings,
  ...firstCustomerDrawings,
  ...officeSpreadsheetDrawings,
}
