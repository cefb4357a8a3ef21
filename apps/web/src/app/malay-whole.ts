/** Both chunks of Malay texts at once, for the server and for tests. */
import type { MalayTexts } from '#web/platform/messages.ts'
import { malay } from './malay.ts'
import { malayOfWork } from './malay-work.ts'

export const wholeMalay: MalayTexts = { ...malay, features: { ...malay.features, ...malayOfWork } }
