import type { Lesson } from '../lesson.ts'
import { aiLessons } from './ai.ts'
import { designLessons } from './design.ts'
import { gitLessons } from './git.ts'
import { programmingLessons } from './programming.ts'
import { sqlLessons } from './sql.ts'
import { statisticsLessons } from './statistics.ts'
import { tradeLessons } from './trade.ts'

export const lessons: Lesson[] = [
  ...programmingLessons,
  ...gitLessons,
  ...sqlLessons,
  ...statisticsLessons,
  ...aiLessons,
  ...designLessons,
  ...tradeLessons,
]
