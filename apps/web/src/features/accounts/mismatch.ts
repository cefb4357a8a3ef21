/**
 * 'Passwords do not match', as soon as both are there. The form's schema compares them only when every field is right
 * by itself, which is too late for somebody who is still typing.
 */
export const mismatch = (password: string, confirmation: string): string | undefined =>
  confirmation !== '' && confirmation !== password ? 'Passwords do not match' : undefined
