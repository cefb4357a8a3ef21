import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Suggestions } from './suggestions.ts'

export const suggestionsRoutes = (suggestions: Suggestions): Handlers => ({
  listSuggestions: (call) => withData(suggestions.list(call.user)),
})
