/**
 * Returns 'Passwords do not match' as soon as both fields are filled. The form's schema compares them only when every other field
 * is valid, which is too late while typing.
 */
export const mismatch = (password: string, confirmation: string): string | undefined =>
  confirmation !== '' && confirmation !== password ? 'Passwords do not match' : undefined
