import { resolve } from './address.ts'
import type { RouterHistory } from './history.ts'

const refuse = () => {
  throw new Error('A page does not navigate while it is rendered on the server')
}

/** Creates the history of a server rendering, which has one URL. */
export const fixedHistory = (address: string): RouterHistory => ({
  current: () => ({ location: { ...resolve(address, '/'), state: null, key: 'default' }, kind: 'POP' }),
  show: refuse,
  go: refuse,
  listen: () => () => undefined,
})
