import { giftMaxDaysAhead } from '@apogee/contracts/gifts/gift-limits.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'

const dayMs = 86_400_000

export const firstGiftDay = (): string => dayInMalaysia(new Date())
/** A gift may be mailed on this day at the latest. */
export const lastGiftDay = (): string => dayInMalaysia(new Date(Date.now() + giftMaxDaysAhead * dayMs))
