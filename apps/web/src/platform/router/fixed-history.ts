import { resolve } from './address.ts'
import type { RouterHistory } from './history.ts'

const refuse = () => {
  throw new Error('A page does not navigate while it is rendered on the server')
}

/** The history of a rendering on the server: one address. */
export const fixedHistory = (address: string): RouterHistory => ({
  current: () => ({ location: { ...resolve(address, '/'), state: null, key: 'default' }, kind: 'POP' }),
  show: refuse,
  go: refuse,
  listen: () => () => undefined,
})
